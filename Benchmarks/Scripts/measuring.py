"""Measures CPU time of this process, or the time that passes, and prints it as a benchmark's line of JSON."""

import json
import statistics
import time


def report(row, system, work, answer, units=None, per="outcome", runs=7, clock=time.process_time_ns):
    """Runs `work` once to warm up and then `runs` times; `answer` reads (count, checksum) off its last result.

    `clock` tells nanoseconds; `units` is how many of the unit one run has, where it is not the answer's count.
    """
    times = []
    for _ in range(runs + 1):
        start = clock()
        result = work()
        times.append(clock() - start)
    count, checksum = answer(result)
    units = units or count
    print(json.dumps({
        "row": row, "system": system,
        "nanoseconds": statistics.median(times[1:]) / units, "minimum": min(times[1:]) / units,
        "per": per, "count": count, "checksum": str(checksum),
    }))
