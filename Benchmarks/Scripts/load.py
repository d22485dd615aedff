"""Load tests of the tool beyond practical sizes; prints time, memory and growth as rows of a table.

Usage: load.py TOOL FOLDER [CASE ...]   CASE is one of those below; by default all.

Each case checks its result, and fails if it is wrong. Scalable cases are also run at an eighth of their size, to
measure growth: eightfold input should take eightfold time, and no more memory unless a single record grows.
FOLDER is for temporary files; each case removes its own.
"""

import argparse
import datetime
import filecmp
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import time


# Runs a program and prints its status, CPU seconds and peak memory in MB. This is a separate process because the
# peak memory reported by the kernel starts with that of the parent.
WATCH = """
import os, sys
devnull = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
_, status, used = os.wait4(os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=devnull), 0)
print(os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
"""


class Tool:
    """The tool, with the resources used by its runs."""

    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def run(self, *words):
        """Runs a command and returns its seconds, CPU seconds and peak memory in MB."""
        began = time.monotonic()
        command = [sys.executable, "-c", WATCH, self.path, *map(str, words)]
        status, cpu, memory = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split()
        if status != "0":
            raise SystemExit(f"failed: {' '.join(map(str, words))}")
        return time.monotonic() - began, float(cpu), float(memory)

    def output(self, *words):
        """The output of a command."""
        return subprocess.run([self.path, *map(str, words)], check=True, capture_output=True, text=True).stdout

    def at(self, name):
        return pathlib.Path(self.folder) / name


def row(case, work, count, unit, taken):
    seconds, cpu, memory = taken
    print(f"| {case} | {work} | {count:,} {unit} | {seconds:,.1f} s | {cpu:,.1f} s | {memory:,.0f} MB "
          f"| {cpu / max(1, count) * 1e9:,.0f} ns |", flush=True)


def expect(holds, text):
    if not holds:
        raise SystemExit(f"wrong: {text}")


def outcomes_read(report):
    """The number of outcomes that a report has read."""
    return json.loads((report / "report.json").read_text())["records"]["outcomes"]["read"]


def reported(tool, source, out, first, last, by, *words):
    """Reports on a source over some days, and returns the resources used."""
    return tool.run("report", source, "--from", first, "--to", last, "--by", by, "--as-of", f"{last}T00:00:00Z",
                    "--tables", "adherence,cohort", "--out", out, *words)


def cohort(tool, case, patients, days, first, by):
    """A cohort generated as a store, and reported on."""
    store, out = tool.at(f"{case}.sqlite"), tool.at(f"{case}-report")
    last = datetime.date.fromisoformat(first) + datetime.timedelta(days)
    taken = tool.run("generate", "--patients", patients, "--days", days, "--from", first, "--out", store)
    number = json.loads(tool.output("info", store, "--format", "json"))["versions"]["outcomes"]
    row(case, f"{patients:,} patients of {days:,} days made, {store.stat().st_size / 1e9:.2f} GB", number,
        "outcomes", taken)
    taken = reported(tool, store, out, first, last, by, "--format", "arrow-zstd")
    expect(outcomes_read(out) == number, f"{outcomes_read(out)} of {number} outcomes are in the report")
    row(case, f"reported by {by}", number, "outcomes", taken)
    store.unlink()
    shutil.rmtree(out)


def million(tool):
    for patients in (125_000, 1_000_000):
        cohort(tool, "million", patients, 31, "2025-01-06", "week")


def decade(tool):
    for patients in (12_500, 100_000):
        cohort(tool, "decade", patients, 3653, "2015-01-05", "day")


def one_record(tool, case, tasks, every, count, by):
    """A folder of one patient whose tasks have a number of outcomes each, reported on and imported."""
    folder, store, out = tool.at(case), tool.at(f"{case}.sqlite"), tool.at(f"{case}-report")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    start = datetime.datetime(2020, 1, 1)
    steps = [(start + every * step).isoformat() for step in range(count)]
    (folder / "patients.csv").write_text("id,zone\nP,UTC\n")
    text = f"PT{int(every.total_seconds())}S" if every < datetime.timedelta(1) else f"P{every.days}D"
    with open(folder / "tasks.ndjson", "w") as lines:
        for task in range(tasks):
            plan = {"elements": [{"id": "dose", "start": start.isoformat(), "every": text, "count": count}]}
            print(json.dumps({"patient": "P", "id": f"T{task:05}", "schedule": plan}), file=lines)
    with open(folder / "outcomes.csv", "w") as lines:
        lines.write("patient,task,element,nominal,time\n")
        for task in range(tasks):
            lines.writelines(f"P,T{task:05},dose,{step},{step}Z\n" for step in steps)
    last = (start + every * count).date() + datetime.timedelta(1)
    number = tasks * count
    for source, work in ((folder, "reported from a folder"), (store, "reported from a store")):
        if source == store:
            row(case, "imported", number, "outcomes", tool.run("import", folder, store))
        taken = reported(tool, source, out, start.date(), last, by)
        result = json.loads((out / "report.json").read_text())
        expect(result["result"]["done"] == number, f"{result['result']} of {number} outcomes")
        row(case, f"one patient, {tasks:,} tasks, {work}", number, "outcomes", taken)
    for place in (folder, out):
        shutil.rmtree(place)
    store.unlink()


def one(tool):
    for tasks in (2, 19):
        one_record(tool, "one", tasks, datetime.timedelta(minutes=1), 2_631_600, "month")


def tasks(tool):
    for number in (1_250, 10_000):
        one_record(tool, "tasks", number, datetime.timedelta(1), 30, "day")


def by_night(lines, last_night):
    """Outcomes by the night of their import: that of their day, and for every twentieth one of the next three."""
    drawn = random.Random(21)
    nights = {}
    for line in lines:
        fields = line.split(",")
        night = datetime.date.fromisoformat((fields[4] or fields[3])[:10])
        if drawn.random() < 0.05:
            night += datetime.timedelta(drawn.randint(1, 3))
        nights.setdefault(min(night, last_night), []).append(line)
    return nights


def nights(tool, patients=1000, days=365, first="2025-01-06"):
    """Every night a day's outcomes are imported into a store and reported on, compared with a report from scratch."""
    whole, daily, known = tool.at("nights"), tool.at("night"), tool.at("nights-known")
    store, out, scratch = tool.at("nights.sqlite"), tool.at("nights-report"), tool.at("nights-scratch")
    for folder in (whole, daily, known):
        shutil.rmtree(folder, ignore_errors=True)
    tool.run("generate", "--patients", patients, "--days", days, "--from", first, "--out", whole)
    lines = (whole / "outcomes.csv").read_text().splitlines(keepends=True)
    start = datetime.date.fromisoformat(first)
    arrivals = by_night(lines[1:], start + datetime.timedelta(days))
    for folder in (daily, known):
        shutil.copytree(whole, folder)
    (known / "outcomes.csv").write_text(lines[0])
    taken, came = [], 0
    for night in sorted(arrivals):
        (daily / "outcomes.csv").write_text(lines[0] + "".join(arrivals[night]))
        with open(known / "outcomes.csv", "a") as file:
            file.writelines(arrivals[night])
        came += len(arrivals[night])
        imported = tool.run("import", daily, store)
        last = max(night, start) + datetime.timedelta(1)
        report = reported(tool, store, out, start, last, "day")
        reported(tool, known, scratch, start, last, "day")
        for table in ("adherence.csv", "cohort.csv"):
            expect(filecmp.cmp(out / table, scratch / table, shallow=False), f"{table} of {night}")
        expect(outcomes_read(out) == came, f"{outcomes_read(out)} of {came} outcomes at {night}")
        taken.append(((len(arrivals[night]), *imported), (came, *report)))
    for work, place in (("a night's outcomes imported", 0), ("reported by day on all before", 1)):
        for name, part in (("first 30", taken[:30]), ("last 30", taken[-30:])):
            count, *sums = (sum(night[place][which] for night in part) / len(part) for which in (0, 1, 2))
            row("nights", f"{patients:,} patients, {len(taken)} nights, {work}: mean of the {name}", round(count),
                "outcomes", (*sums, max(night[place][3] for night in part)))
    print(f"The store has {store.stat().st_size / 1e6:.1f} MB; each night's tables equal those from scratch.")
    for folder in (whole, daily, known, out, scratch):
        shutil.rmtree(folder)
    store.unlink()


CASES = {"million": million, "decade": decade, "one": one, "tasks": tasks, "nights": nights}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("tool")
    parser.add_argument("folder")
    parser.add_argument("cases", nargs="*", choices=[[], *CASES])
    words = parser.parse_args()
    pathlib.Path(words.folder).mkdir(parents=True, exist_ok=True)
    print("| case | work | of | time | CPU | peak memory | CPU of each |\n|---|---|---:|---:|---:|---:|---:|", flush=True)
    for case in words.cases or CASES:
        CASES[case](Tool(words.tool, words.folder))


if __name__ == "__main__":
    main()
