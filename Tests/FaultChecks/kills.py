"""Kills every writing command at random times: its outputs are then complete, unchanged, or absent.

    python3 Tests/FaultChecks/kills.py [--kills 320] [--seed 1]

A subsequent run completes them to the same bytes and removes leftovers.
"""
import argparse
import os
import random
import shutil
import signal
import subprocess
import time

from tools import TOOL, Ground, age, commands, dump, expect, failures, files, must, remove, remove_store, run, target

arguments = argparse.ArgumentParser()
arguments.add_argument("--kills", type=int, default=320)
arguments.add_argument("--seed", type=int, default=1)
arguments.add_argument("--skip", help="part of the names of commands that are left out")
options = arguments.parse_args()
chance = random.Random(options.seed)


def killed(words, longest):
    """Runs the tool and kills it after a delay; returns whether it was still running."""
    process = subprocess.Popen([TOOL, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(chance.uniform(0, longest))
    process.send_signal(signal.SIGKILL)
    return process.wait() == -signal.SIGKILL


def unfinished(path):
    # A store that was killed during its creation leaves a file with tables but without records.
    return [name for folder, folders, names in os.walk(os.path.dirname(path)) for name in folders + names
            if name.startswith(".regimen-")]


class Files:
    """A command whose files are compared byte by byte."""

    def __init__(self, name, words, ground):
        self.name, self.words, self.place = name, words, target(words, ground["out"])
        self.former = {}
        start = time.monotonic()
        must(words)
        self.seconds, self.whole = time.monotonic() - start, files(self.place)
        expect(self.whole, name, "writes nothing")

    def begin(self, round):
        remove(self.place)
        self.former = {}
        if round % 2:
            # The previous content: the same files, each with an additional byte.
            must(self.words)
            self.former = age(self.place)

    def check(self, moment):
        for path, data in files(self.place).items():
            expect(data in (self.whole.get(path), self.former.get(path)), self.name, moment, path, "is in part")

    def complete(self):
        done = run(self.words)
        expect(done.returncode in (0, 1), self.name, "is not completed:", done.returncode, done.errors[-400:])
        expect(files(self.place) == self.whole, self.name, "is completed to something else")
        expect(not unfinished(self.place), self.name, "leaves", unfinished(self.place))


class Store:
    """A command that writes to a store, whose records are compared as a dataset folder."""

    def __init__(self, name, words, ground):
        self.name, self.words, self.place = name, words, target(words, ground["out"])
        self.scratch = ground["dump"]
        start = time.monotonic()
        must(words)
        self.seconds, self.whole = time.monotonic() - start, dump(self.place, self.scratch)

    def begin(self, round):
        remove_store(self.place)

    def check(self, moment):
        if not os.path.exists(self.place):
            return
        found = run(["check", self.place])
        expect(found.returncode == 0, self.name, moment, found.stdout, found.errors)
        for path, data in (dump(self.place, self.scratch) or {}).items():
            lines = set(self.whole[path].splitlines())
            strays = [line for line in data.splitlines() if line not in lines]
            expect(not strays, self.name, moment, path, "has", strays[:2])

    def complete(self):
        done = run(self.words)
        expect(done.returncode in (0, 1), self.name, "is not completed:", done.returncode, done.errors[-400:])
        expect(dump(self.place, self.scratch) == self.whole, self.name, "is completed to something else")
        expect(not unfinished(self.place), self.name, "leaves", unfinished(self.place))


class Erasure:
    """An erasure, after which a patient exists or not, and all others exist."""

    def __init__(self, ground):
        self.name, self.ground, self.place = "erase", ground, ground["erased.sqlite"]
        self.patients = [f"P000000{number}" for number in (3, 5)]
        self.words = ["erase", self.place, *[word for id in self.patients for word in ("--only", id)]]
        self.scratch, self.before = ground["dump"], dump(ground.store, ground["dump"])
        self.begin(0)
        start = time.monotonic()
        must(self.words)
        self.seconds, self.after = time.monotonic() - start, dump(self.place, self.scratch)

    def begin(self, round):
        remove_store(self.place)
        shutil.copy(self.ground.store, self.place)

    def check(self, moment):
        found = run(["check", self.place])
        expect(found.returncode == 0, self.name, moment, found.stdout, found.errors)
        for path, data in dump(self.place, self.scratch).items():
            lines = set(data.splitlines())
            expect(lines <= set(self.before[path].splitlines()), self.name, moment, path, "has more")
            expect(lines >= set(self.after[path].splitlines()), self.name, moment, path, "lacks something")

    def complete(self):
        for id in self.patients:
            run(["erase", self.place, "--only", id])
        expect(dump(self.place, self.scratch) == self.after, self.name, "is completed to something else")


start = time.monotonic()
kills, table = 0, []
with Ground(40, 21) as ground:
    cases = [Erasure(ground)]
    for name, (words, is_store) in commands(ground).items():
        if options.skip and options.skip in name:
            continue
        cases.append((Store if is_store else Files)(name, words(ground["out-" + str(len(cases))]), ground))
    each = -(-options.kills // len(cases))
    for case in cases:
        done, rounds = 0, 0
        while done < each and rounds < 5 * each:
            case.begin(rounds)
            # The next runs continue after a kill.
            for _ in range(4):
                if done < each and killed(case.words, case.seconds):
                    done += 1
                    case.check(f"kill {done}")
            case.complete()
            rounds += 1
        kills += done
        print(f"{case.name}: {done} kills, {rounds} completed", flush=True)
expect(kills >= options.kills, "only", kills, "kills")
print(f"{kills} kills of {len(cases)} commands in {time.monotonic() - start:.0f} s, {len(failures)} failures")
raise SystemExit(1 if failures else 0)
