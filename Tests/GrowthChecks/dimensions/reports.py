"""Dimensions of queries and of fills."""

import json

from inputs import DAYS, UTC, Folder, day, element, moment, task, text

from .registry import TABLES, commands, dimension


@dimension("lines that are wrong", 200)
def wrong(n, place):
    folder = Folder(place / "in")
    folder.outcomes += [["ann", "tablet", f"x{i}"] for i in range(n)]
    return commands(folder, place, "--max-rejected", "100%")


@dimension("outcomes of nobody", 200)
def nobody(n, place):
    folder = Folder(place / "in")
    folder.outcomes += [[f"x{i}", "tablet", moment(0) + "Z"] for i in range(n)]
    return commands(folder, place, "--max-rejected", "100%")


@dimension("outcomes that are doubtful", 200)
def doubtful(n, place):
    folder = Folder(place / "in")
    folder.outcomes += [["ann", "tablet", moment(-100 - i) + "Z"] for i in range(n)]
    return commands(folder, place)


@dimension("groups", 20)
def groups(n, place):
    folder = Folder(place / "in")
    folder.patient_columns = "id,zone,group"
    folder.patients = [[f"p{i}", "UTC", f"g{i}"] for i in range(n)]
    folder.tasks = [task(f"p{i}") for i in range(n)]
    folder.outcomes = [[f"p{i}", "tablet", moment(0) + "Z"] for i in range(n)]
    return commands(folder, place, "--group-by", "group")


@dimension("days of the range", 300)
def days(n, place):
    folder = Folder(place / "in")
    end = day(n)
    source = folder.write()
    tables = ["--tables", "adherence,patients,cohort", "--jobs", "1", "--by", "day"]
    return [["report", source, "--from", "2025-01-01", "--to", end, *tables, "--out", str(place / "out")]]


@dimension("patients asked for", 200)
def asked(n, place):
    return [commands(Folder(place / "in"), place)[1] + ["--only", ",".join(f"p{i}" for i in range(n)) + ",ann"]]


@dimension("pages of patients", 5)
def pages(n, place):
    folder = Folder(place / "in")
    folder.patients = [[f"p{i}", "UTC"] for i in range(n)]
    folder.tasks = [task(f"p{i}") for i in range(n)]
    folder.outcomes = [[f"p{i}", "tablet", moment(0) + "Z"] for i in range(n)]
    source = folder.write()
    tables = ["--tables", "page", "--pages", "all", "--jobs", "1"]
    return [["report", source, *DAYS, *tables, "--out", str(place / "out")]]


@dimension("outcomes through a store", 200)
def store(n, place):
    folder = Folder(place / "in")
    folder.outcomes = [["ann", "tablet", moment(i * 1400 / n) + "Z"] for i in range(n)]
    source, file = folder.write(), str(place / "store.sqlite")
    ask = [*DAYS, *TABLES, "--out", str(place / "out")]
    return [["import", source, file, "--jobs", "1"], ["check", file], ["report", file, *ask]]


@dimension("patients through a store", 20)
def store_patients(n, place):
    folder = Folder(place / "in")
    folder.patients = [[f"p{i}", "UTC"] for i in range(n)]
    folder.tasks = [task(f"p{i}") for i in range(n)]
    folder.outcomes = [[f"p{i}", "tablet", moment(0) + "Z"] for i in range(n)]
    source, file = folder.write(), str(place / "store.sqlite")
    return [["import", source, file, "--jobs", "1"], ["check", file, *UTC], ["export", file, str(place / "out")]]


@dimension("events and what is due", 200)
def events(n, place):
    folder = Folder(place / "in")
    folder.outcomes = [["ann", "tablet", moment(i * 1400 / n) + "Z"] for i in range(n)]
    source = folder.write()
    return [["events", source, *DAYS, "--out", str(place / "e.csv")], ["due", source, "--at", "2025-02-01T00:00:00Z"]]


@dimension("points of charts", 100)
def charts(n, place):
    folder = Folder(place / "in")
    folder.outcomes = [["ann", "tablet", moment(i * 1400 / n) + "Z"] for i in range(n)]
    return [["chart", folder.write(), "--all", "--chart-patient", "ann", *DAYS, "--out", str(place / "out")]]


def refills(rows, place, *more):
    source = place / "in"
    source.mkdir(parents=True)
    text(source / "fills.csv", "patient,date,days,dose,class\n" + "".join(",".join(row) + "\n" for row in rows))
    return ["refills", str(source), "--out", str(place / "out"), *more]


@dimension("fills of a patient", 200)
def fills(n, place):
    rows = [["ann", day(i % 700), "1", "1", "a"] for i in range(n)]
    return [refills(rows, place, "--measure", "all", "--observe", "730d")]


@dimension("fills that are carried on", 200)
def carried(n, place):
    rows = [["ann", day(i % 300), "90", "1", "a"] for i in range(n)]
    return [refills(rows, place, "--measure", "all", "--observe", "730d")]


@dimension("patients with fills", 50)
def refill_patients(n, place):
    rows = [[f"p{i}", day(30 * k), "30", "1", "a"] for i in range(n) for k in range(4)]
    return [refills(rows, place, "--measure", "pdc,cma7")]


@dimension("classes of a patient", 50)
def classes(n, place):
    rows = [["ann", day(i % 100), "30", "1", f"c{i}"] for i in range(n)]
    return [refills(rows, place, "--measure", "pdc")]


@dimension("windows of a patient", 100)
def windows(n, place):
    rows = [["ann", day(7 * i), "7", "1", "a"] for i in range(60)]
    return [refills(rows, place, "--measure", "cma7", "--window", "30", "--step", "1", "--observe", f"{n}d")]


@dimension("treatment episodes", 100)
def episodes(n, place):
    rows = [["ann", day(10 * i), "5", "1", "a"] for i in range(n)]
    return [refills(rows, place, "--measure", "cma1", "--episodes", "--gap-days", "2", "--observe", f"{10 * n}d")]


@dimension("stays in hospital", 200)
def stays(n, place):
    rows = [["ann", day(7 * i), "7", "1", "a"] for i in range(150)]
    command = refills(rows, place, "--measure", "pdc,cma7", "--observe", "1000d")
    text(place / "in" / "stays.csv", "patient,from,to\n" + "".join(f"ann,{day(i)},{day(i + 2)}\n" for i in range(n)))
    return [command]


@dimension("record lines", 40)
def record_lines(n, place):
    plain = task()
    del plain["patient"]
    lines = [{"patient": {"id": f"p{i}", "zone": "UTC"}, "tasks": [plain]} for i in range(n)]
    file = text(place / "a.ndjson", "".join(json.dumps(line) + "\n" for line in lines))
    return [["report", "--records", file, *DAYS]]


@dimension("questions of a batch", 100)
def batch(n, place):
    line = json.dumps({"schedule": {"elements": [element()]}, "from": "2025-01-01", "to": "2025-02-01"}) + "\n"
    return [["expand", "--batch", text(place / "a.ndjson", line * n)]]


@dimension("words of a plan", 200)
def words(n, place):
    clock = " and ".join(f"{i // 60 % 24:02}:{i % 60:02}" for i in range(n))
    return [["expand", "every day at " + clock, "--from", "2025-01-01", "--to", "2025-01-03"]]


@dimension("numbers of shards", 5)
def shards(n, place):
    folder = Folder(place / "in")
    folder.patients = [[f"p{i}", "UTC"] for i in range(n)]
    folder.tasks = [task(f"p{i}") for i in range(n)]
    folder.outcomes = [[f"p{i}", "tablet", moment(0) + "Z"] for i in range(n)]
    source = folder.write()
    ask = [*DAYS, "--tables", "adherence,patients,cohort", "--jobs", "1"]
    shares = [str(place / f"s{i}") for i in range(n)]
    made = [["report", source, *ask, "--partition", f"{i + 1}/{n}", "--out", shares[i]] for i in range(n)]
    return [(command, False) for command in made] + [["merge", str(place / "out"), *shares]]
