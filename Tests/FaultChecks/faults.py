"""Faults of the environment: full disks, missing permissions, closed pipes, little memory, jumping clocks, files that
change while they are read. Each command succeeds, or reports one line and leaves nothing incomplete.

    python3 Tests/FaultChecks/faults.py
"""
import os
import resource
import signal
import subprocess
import threading
import time

from tools import DAYS, TOOL, Ground, commands, dump, expect, failures, files, must, remove, remove_store, run, target

seconds = time.monotonic()
cases = 0


def sound(done, what, statuses=(0, 1, 2)):
    """Expects no trap and no hang, and an error of a few lines."""
    global cases
    cases += 1
    ok = expect(done.returncode in statuses, what, "ends with", done.returncode, done.errors[-300:])
    if done.returncode == 2:
        ok &= expect("regimen: " in done.errors and len(done.errors.splitlines()) <= 3, what, "says", done.errors[:300])
    return ok


def limited(kind, amount):
    def limit():
        if kind == resource.RLIMIT_FSIZE:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(kind, (amount, amount))
    return limit


def under_limits(ground):
    """Runs every command with limited file sizes, few open files, or little memory."""
    # With less than ten files the dispatch queues for signals cannot be created.
    limits = [("files of 40 kB", resource.RLIMIT_FSIZE, 40_000), ("12 open files", resource.RLIMIT_NOFILE, 12),
              ("300 MB", resource.RLIMIT_AS, 300 << 20),
              ("160 MB", resource.RLIMIT_AS, 160 << 20)]
    for name, (words, is_store) in commands(ground).items():
        line = words(ground["out"])
        place = target(line, ground["out"])
        must(line)
        whole = dump(place, ground["dump"]) if is_store else files(place)
        (remove_store if is_store else remove)(place)
        for limit, kind, amount in limits:
            done = run(line, before=limited(kind, amount))
            # Without memory Swift allocations trap; nothing may be incomplete then either.
            sound(done, f"{name} with {limit}", (0, 1, 2, 127, -6, -5, -4, -11) if kind == resource.RLIMIT_AS else (0, 1, 2))
            if is_store:
                if os.path.exists(place):
                    expect(run(["check", place]).returncode == 0, name, limit, "leaves a store that is damaged")
            else:
                # If a zone's file cannot be opened, its patients are rejected with an error.
                is_said = done.returncode == 1 and "is not a time zone" in done.errors
                for path, data in files(place).items():
                    expect(is_said or data == whole.get(path), name, limit, path, "is in part")
                if done.returncode == 2:
                    expect(not files(place), name, limit, "leaves", list(files(place))[:3])
                remove(place)
        must(line)
        found = dump(place, ground["dump"]) if is_store else files(place)
        expect(found == whole, name, "is not completed by a run without limits")
        (remove_store if is_store else remove)(place)


def on_small_disks(ground):
    """A disk that becomes full, if one can be mounted, and a read-only one."""
    disk = ground["small"]
    os.mkdir(disk)
    for size in ("100k", "400k"):
        if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", disk], stderr=subprocess.DEVNULL).returncode:
            return print("no disk can be mounted here")
        try:
            for name, (words, is_store) in commands(ground).items():
                line = words(os.path.join(disk, "out"))
                place = target(line, disk + "/out")
                done = run(line)
                sound(done, f"{name} on a disk of {size}")
                if is_store and os.path.exists(place):
                    expect("Problems: 0" in run(["check", place]).stdout, name, size, "leaves a store that is damaged")
                elif not is_store and done.returncode == 2:
                    expect(not files(place), name, size, "leaves", list(files(place))[:3])
                remove_store(place) if is_store else remove(place)
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            for name, (words, is_store) in commands(ground).items():
                done = run(words(os.path.join(disk, "out")))
                sound(done, f"{name} on a disk that is read-only", (2,))
        finally:
            subprocess.run(["umount", "-l", disk])


def without_readers(ground):
    """Standard output that is closed, full, or a broken pipe."""
    lines = {"events": ["events", ground.dataset, *DAYS], "due": ["due", ground.store, "--at", "2025-02-01T12:00:00Z"],
             "report": ["report", ground.dataset, *DAYS], "check": ["check", ground.store], "info": ["info", ground.store],
             "columns": ["columns"], "refills": ["refills", "Datasets/refills"], "help": ["--help"]}
    for name, line in lines.items():
        sound(run(line, before=lambda: os.close(1), stdout=None), f"{name} with its output closed")
        with open("/dev/full", "w") as full:
            sound(run(line, stdout=full), f"{name} with its output on a full disk", (2,))
        for ignored in (False, True):
            reading, writing = os.pipe()
            os.close(reading)
            keep = (lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN)) if ignored else (
                lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL))
            sound(run(line, before=keep, stdout=writing), f"{name} without a reader", (0, 1, 141, -signal.SIGPIPE))
            os.close(writing)


def with_jumping_clocks(ground):
    """Clocks that go back, stand still and jump: only timestamps of logs may depend on them."""
    for name, (words, is_store) in commands(ground).items():
        line = words(ground["out"])
        place = target(line, ground["out"])
        found = []
        for preload in (None, ground["clock.so"]):
            environment = {**os.environ, **({"LD_PRELOAD": preload} if preload else {})}
            sound(run(line, env=environment, timeout=300), f"{name} with a jumping clock", (0, 1))
            found.append(dump(place, ground["dump"]) if is_store else files(place))
            remove_store(place) if is_store else remove(place)
        expect(found[0] == found[1], name, "is another with a jumping clock")


def while_files_change(ground):
    """Files that grow, are truncated, overwritten, or removed while they are read."""
    source = ground["changing"]
    outcomes = os.path.join(source, "outcomes.csv")
    whole = files(ground.dataset)

    def put():
        remove(source)
        os.mkdir(source)
        for path, data in whole.items():
            with open(os.path.join(source, path), "wb") as file:
                file.write(data)

    def cut(): os.truncate(outcomes, len(whole["outcomes.csv"]) // 3)
    def vanish(): os.remove(outcomes)
    def grow():
        with open(outcomes, "ab") as file:
            file.write(b"P9,none,,,\n" * 2000)
    def overwrite():
        with open(outcomes, "r+b") as file:
            file.write(os.urandom(100_000))
    def empty(): os.truncate(outcomes, 0)
    def become_a_folder():
        os.remove(outcomes)
        os.mkdir(outcomes)

    for change in (cut, vanish, grow, overwrite, empty, become_a_folder):
        for delay in (0.0, 0.02, 0.05, 0.1, 0.2):
            for line in (["report", source, *DAYS, "--pages", "none", "--out", ground["out"]],
                         ["import", source, ground["out.sqlite"]], ["events", source, *DAYS, "--out", ground["out.csv"]]):
                put()
                timer = threading.Timer(delay, change)
                timer.start()
                done = run(line, timeout=120)
                timer.join()
                sound(done, f"{line[0]} while {change.__name__} after {delay} s")
                if os.path.exists(ground["out.sqlite"]):
                    expect("damaged" not in run(["check", ground["out.sqlite"]]).stdout, change.__name__, "damages the store")
                remove(ground["out"]), remove(ground["out.csv"]), remove_store(ground["out.sqlite"])


def stores_while_they_change(ground):
    """A store that is truncated, removed, or replaced while it is read."""
    with open(ground.store, "rb") as file:
        whole = file.read()
    place = ground["changing.sqlite"]
    def cut(): os.truncate(place, len(whole) // 2)
    def vanish(): os.remove(place)
    def zeros():
        with open(place, "r+b") as file:
            file.seek(len(whole) // 2)
            file.write(bytes(len(whole) // 4))
    for change in (cut, vanish, zeros):
        for delay in (0.0, 0.03, 0.06, 0.1, 0.15, 0.25):
            with open(place, "wb") as file:
                file.write(whole)
            timer = threading.Timer(delay, change)
            timer.start()
            done = run(["export", place, ground["out"]], timeout=120)
            timer.join()
            sound(done, f"export while {change.__name__} after {delay} s")
            if done.returncode == 0:
                expect(files(ground["out"]) == dump(ground.store, ground["dump"]), change.__name__, delay, "another answer")
            remove(ground["out"]), remove_store(place)


def two_at_once(ground):
    """Concurrent imports into one store, and concurrent runs that write to one folder."""
    place, expected = ground["both.sqlite"], dump(ground.store, ground["dump"])
    for round in range(6):
        remove_store(place)
        lines = [["import", ground.dataset, place, "--batch", 300], ["import", ground.dataset, place, "--batch", 200]]
        running = [subprocess.Popen([TOOL, *map(str, line)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                   for line in lines]
        reader = run(["export", place, ground["out"]]) if round else None
        statuses = [process.wait() for process in running]
        expect(all(status in (0, 1, 2) for status in statuses), "two imports end with", statuses)
        expect("damaged" not in run(["check", place]).stdout, "two imports leave damage")
        for line in lines:
            run(line)
        found = dump(place, ground["dump"])
        expect(found == expected, "two imports give other records")
        remove(ground["out"])
    folder = ground["shared"]
    line = ["report", ground.dataset, *DAYS, "--pages", "none", "--out", folder]
    must(line)
    whole = files(folder)
    for _ in range(4):
        remove(folder)
        running = [subprocess.Popen([TOOL, *line], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
        statuses = sorted(process.wait() for process in running)
        expect(statuses in ([0, 0], [0, 2], [1, 1], [1, 2]), "two reports end with", statuses)
        expect(files(folder) == whole, "two reports leave another one")


with Ground(40, 30) as ground:
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", ground["clock.so"], os.path.join(here, "clock.c"), "-ldl"], check=True)
    for part in (under_limits, on_small_disks, without_readers, with_jumping_clocks, while_files_change,
                 stores_while_they_change, two_at_once):
        before, began = (cases, len(failures)), time.monotonic()
        part(ground)
        print(f"{part.__name__}: {cases - before[0]} runs, {len(failures) - before[1]} failures,"
              f" {time.monotonic() - began:.0f} s", flush=True)
print(f"{cases} runs in {time.monotonic() - seconds:.0f} s, {len(failures)} failures")
raise SystemExit(1 if failures else 0)
