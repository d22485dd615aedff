"""Measures CPU time of this process, or wall-clock time, and prints it as a benchmark's line of JSON."""

import json
import statistics
import time


def report(row, system, work, answer, units=None, per="outcome", runs=7, clock=time.process_time_ns):
    """Runs `work` once to warm up and then `runs` times; `answer` derives (count, checksum) from its last result.

    `clock` returns nanoseconds; `units` is the number of units per run, if it is not the answer's count.
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
