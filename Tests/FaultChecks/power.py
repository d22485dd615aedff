"""Simulates power cuts at every point of writing commands.

    python3 Tests/FaultChecks/power.py [--cuts 400] [--seed 1]

The disk has everything synced, and parts of the rest according to cut.py. Files are then complete, unchanged, or absent;
stores have the state after some batch, and reported batches are not lost where that is guaranteed.
"""
import argparse
import os
import random
import sqlite3
import subprocess
import time

import cut
from tools import Ground, age, commands, expect, failures, files, remove, run, target

arguments = argparse.ArgumentParser()
arguments.add_argument("--cuts", type=int, default=400, help="the most moments of each command")
arguments.add_argument("--seed", type=int, default=1)
arguments.add_argument("--only", help="part of a command's name")
options = arguments.parse_args()
chance = random.Random(options.seed)
here = os.path.dirname(os.path.abspath(__file__))


def record(words, folder, ground):
    """Runs a command and returns its operations below a folder and the previous content."""
    before, log = cut.load(folder), ground["log"]
    remove(log)
    environment = {**os.environ, "WATCHED": folder, "WATCH_LOG": log, "LD_PRELOAD": ground["power.so"]}
    done = run(words, env=environment)
    expect(done.returncode in (0, 1), words, done.errors)
    return before, cut.read_log(log)


def moments(count):
    """Returns the operations after which the power is cut: all if few, otherwise a sample with the first and last."""
    if count <= options.cuts:
        return range(count + 1)
    return sorted({*range(10), *range(count - 40, count + 1), *chance.sample(range(count), options.cuts)})


def play(words, folder, ground, check):
    """Cuts the power at many points and checks the disk."""
    before, operations = record(words, folder, ground)
    disk, number, chosen = cut.Disk(folder, before), 0, set(moments(len(operations)))
    place, count = ground["disk"], 0
    for number in range(len(operations) + 1):
        if number in chosen:
            for kind in ("none", "names", "folders"):
                remove(place)
                cut.survive(disk, place, kind, options.seed * 1_000_003 + number)
                check(place, f"{kind}, after {number} of {len(operations)} operations", number == len(operations))
                count += 1
        if number < len(operations):
            disk.do(operations[number])
    return count, len(operations)


def files_check(name, folder, words, ground):
    """Checks that each file is complete, unchanged, or absent, and that all are there at the end."""
    inner = os.path.relpath(target(words, folder), folder)
    former = files(target(words, folder))

    def check(disk, moment, is_end):
        found, whole = files(os.path.join(disk, inner)), files(target(words, folder))
        for path, data in found.items():
            expect(data in (whole[path] if path in whole else None, former.get(path)), name, moment, path, "is in part",
                   len(data), "of", len(whole.get(path, b"")))
        if is_end:
            expect(found.keys() >= whole.keys() and all(found[path] == whole[path] for path in whole), name, moment,
                   "lacks what was reported as written:", sorted(whole.keys() - found.keys())[:3])
        # This file makes a folder a dataset, which then has all others.
        if "patients.csv" in found and "tasks.ndjson" in whole:
            expect(all(found.get(path) == data for path, data in whole.items())
                   or all(found.get(path) == data for path, data in former.items()), name, moment, "is two datasets")

    return check


def sums(store):
    """Returns the batches of a store, and each patient with checksums."""
    database = sqlite3.connect(f"file:{store}?mode=rw", uri=True)
    try:
        intact = database.execute("PRAGMA integrity_check").fetchall()
        revision = database.execute("SELECT revision FROM store").fetchall()
        return intact == [("ok",)], revision, database.execute("SELECT * FROM patients ORDER BY number").fetchall()
    finally:
        database.close()


def store_check(name, folder, file, ground):
    """Checks that a store is intact, and has the patients of the end or of the beginning."""
    known, complete = set(), []

    def check(disk, moment, is_end):
        store = os.path.join(disk, file)
        if not complete:
            complete.append(sums(os.path.join(folder, file)))
            known.update(complete[0][2])
        if not os.path.exists(store):
            return expect(not is_end, name, moment, "the store is lost")
        try:
            if os.path.getsize(store) == 0:
                # SQLite and the tool consider it a store that is still to be created.
                return expect(not is_end, name, moment, "the store is empty")
            intact, revision, patients = sums(store)
        except sqlite3.DatabaseError as error:
            return expect(False, name, moment, error)
        expect(intact, name, moment, "is damaged")
        expect(set(patients) <= known | former, name, moment, "has patients that nobody wrote")
        if is_end:
            expect(patients == complete[0][2], name, moment, "lacks what was reported as written")
        if chance.random() < 0.02:
            found = run(["check", store])
            # The records of the same patients in two cohorts may cause warnings together.
            expect(found.returncode in (0, 1) and "cannot be read" not in found.stdout, name, moment, found.stdout, found.errors)

    place = os.path.join(folder, file)
    former = set(sums(place)[2]) if os.path.exists(place) else set()
    return check


start = time.monotonic()
cuts = 0
with Ground(30, 21) as ground:
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", ground["power.so"], os.path.join(here, "power.c"), "-ldl",
                    "-lpthread"], check=True)
    cases = []
    for name, (words, is_store) in commands(ground).items():
        for again in (False, True):
            cases.append((name + (" again" if again else ""), words, is_store, again))
    erasing = lambda out: ["erase", out, "--only", "P0000003", "--only", "P0000005"]
    cases.append(("erase", erasing, True, False))
    for number, (name, words, is_store, again) in enumerate(cases):
        if options.only and options.only not in name:
            continue
        folder = ground[f"case{number}"]
        os.mkdir(folder)
        line = words(os.path.join(folder, "out.sqlite" if is_store and "generate" not in name else "out"))
        place = target(line, folder)
        if name == "erase":
            run(["import", ground.dataset, place])
        elif again and is_store:
            # The first half was imported before.
            run(["generate", "--patients", 12, "--days", 21, "--seed", 9, "--out", place])
        elif again:
            run(line)
            age(place)
        check = (store_check(name, folder, os.path.basename(place), ground) if is_store
                 else files_check(name, folder, line, ground))
        found = len(failures)
        count, operations = play(line, folder, ground, check)
        cuts += count
        print(f"{name}: {operations} operations, {count} cuts, {len(failures) - found} failures", flush=True)
        remove(folder)
print(f"{cuts} cuts in {time.monotonic() - start:.0f} s, {len(failures)} failures")
raise SystemExit(1 if failures else 0)
