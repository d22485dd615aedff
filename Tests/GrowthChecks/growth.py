"""Doubles each dimension of the input twice and counts instructions, to find quadratic growth.

    growth.py TOOL [--only WORD] [--seconds] [--times N]

Instructions are counted by callgrind, so that the result does not depend on the machine. The increase for a size is
compared with that for half the size: 2 for linear work, 4 for quadratic. --seconds measures CPU time instead, for
a quick check of sizes that are --times as large.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

from dimensions import dimensions

LIMIT = 3.0
# Random hash seeds would make the number of collisions vary.
SURROUNDINGS = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1", "LC_ALL": "C.UTF-8"}


def instructions(command, place):
    log = place / "log"
    run = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", f"--log-file={log}", *command]
    finish(command, subprocess.run(run, env=SURROUNDINGS, capture_output=True))
    return int(re.search(r"Collected : (\d+)", log.read_text()).group(1)) / 1e6


def milliseconds(command, place):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    finish(command, subprocess.run(command, env=SURROUNDINGS, capture_output=True))
    return 1000 * (resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)


def finish(command, run):
    if run.returncode not in (0, 1, 2):
        sys.exit(f"{' '.join(command)[:300]}: {run.returncode}\n{run.stderr.decode()[-2000:]}")
    if os.environ.get("SHOW"):
        print(" ".join(command)[:150], run.returncode, run.stdout[-200:], run.stderr[-300:])


def work(tool, make, n, measure):
    """The cost of each command for n of a dimension."""
    place = pathlib.Path(tempfile.mkdtemp())
    try:
        costs = {}
        for command in make(n, place):
            counts = not isinstance(command, tuple)
            command = command if counts else command[0]
            if counts:
                costs[command[0]] = measure([tool, *command], place)
            else:
                subprocess.run([tool, *command], capture_output=True)
        return costs
    finally:
        shutil.rmtree(place)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", action="store_true")
    parser.add_argument("--times", type=int, default=1)
    options = parser.parse_args()
    measure = milliseconds if options.seconds else instructions
    found = []
    print(f"{'dimension':44} {'command':8} {'n':>7} {'n':>9} {'2n':>9} {'4n':>9}  growth")
    chosen = [name for name in dimensions if options.only in name]

    def sizes(name):
        n, make = dimensions[name]
        return [work(options.tool, make, n * options.times * more, measure) for more in (1, 2, 4)]

    # Instruction counts do not depend on the load; seconds do.
    with concurrent.futures.ThreadPoolExecutor(1 if options.seconds else os.cpu_count()) as pool:
        for name, costs in zip(chosen, pool.map(sizes, chosen)):
            for command in costs[0]:
                one, two, four = (size[command] for size in costs)
                # Small increases are noise.
                growth = (four - two) / (two - one) if four - two > one / 50 and two > one else 2
                n = dimensions[name][0] * options.times
                print(f"{name:44} {command:8} {n:7} {one:9.1f} {two:9.1f} {four:9.1f}  {growth:.2f}", flush=True)
                if growth > LIMIT:
                    found.append(f"{name} ({command})")
    if found:
        sys.exit("Grows faster than its input: " + ", ".join(found))


main()
