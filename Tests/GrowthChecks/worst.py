"""Worst-case inputs of at most 100 KB each, which take at most a second of CPU and 200 MB, or are rejected.
Cohorts of hundreds of patients, whose pages are hundreds of files, may take four seconds.

    worst.py TOOL [--only WORD] [--slower N] [--megabytes M]

Prints a row for each input and command, and fails if a limit is exceeded or an error has no description.
The limits are for release builds; for debug builds --slower multiplies the seconds.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from extremes import inputs


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--only", default="")
    parser.add_argument("--slower", type=float, default=1)
    parser.add_argument("--megabytes", type=float, default=200)
    options = parser.parse_args()
    broken = []
    print("| input | command | CPU | memory | answer |\n|---|---|---:|---:|---|")
    for name, make in inputs.items():
        if options.only not in name:
            continue
        with tempfile.TemporaryDirectory() as place:
            for command in make(pathlib.Path(place)):
                row = f"{name} | {command[0]}"
                limit = make.seconds * options.slower
                seconds, megabytes, answer = least([options.tool, *command], pathlib.Path(place), limit)
                print(f"| {row} | {seconds:.2f} s | {megabytes:.0f} MB | {answer} |", flush=True)
                if seconds > limit or megabytes > options.megabytes or answer.startswith("ended"):
                    broken.append(row)
    if broken:
        sys.exit("Beyond the limits: " + ", ".join(broken))


def least(command, place, limit):
    """Runs a command up to three times, as other programs on the machine only add to its time."""
    for repetition in range(3):
        seconds, megabytes, answer = run(command, place)
        if repetition == 0 or seconds < best[0]:
            best = (seconds, megabytes, answer)
        if seconds <= limit:
            break
        shutil.rmtree(place / "out", ignore_errors=True)
    return best


def run(command, place):
    with open(place / "stdout", "w") as out, open(place / "stderr", "w") as err:
        process = subprocess.Popen(["timeout", "-k", "1", "60", *command], stdout=out, stderr=err)
        status = os.wait4(process.pid, 0)
    code, use = os.waitstatus_to_exitcode(status[1]), status[2]
    lines = (place / "stderr").read_text(errors="replace").strip().splitlines()
    said = {0: "done", 1: "done, with doubts", 2: "refused"}.get(code, f"ended with {code}")
    if code == 2:
        said += ": " + (lines or ["without a word"])[0].replace(str(place) + "/", "").replace("|", "/")[:110]
    return use.ru_utime + use.ru_stime, use.ru_maxrss / 1024, said


main()
