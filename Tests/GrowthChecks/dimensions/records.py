"""Dimensions of records and their plans, and of their text."""

from inputs import Folder, element, moment, task

from .registry import commands, dimension


@dimension("patients", 40)
def patients(n, place):
    folder = Folder(place / "in")
    folder.patients = [[f"p{i}", "UTC"] for i in range(n)]
    folder.tasks = [task(f"p{i}") for i in range(n)]
    folder.outcomes = [[f"p{i}", "tablet", moment(24 * d) + "Z"] for d in range(3) for i in range(n)]
    return commands(folder, place)


@dimension("outcomes of a patient", 400)
def outcomes(n, place):
    folder = Folder(place / "in")
    folder.outcomes = [["ann", "tablet", moment(i * 1400 / n) + "Z"] for i in range(n)]
    return commands(folder, place)


@dimension("outcomes that wait for a nearest occurrence", 400)
def nearest(n, place):
    folder = Folder(place / "in")
    folder.tasks = [task(matching="nearest", schedule={"elements": [element(every="PT1H")]})]
    folder.outcomes = [["ann", "tablet", moment(i * 1400 / n) + "Z"] for i in range(n)]
    return commands(folder, place)


@dimension("outcomes by key", 400)
def keyed(n, place):
    folder = Folder(place / "in")
    folder.tasks = [task(matching="keyed", schedule={"elements": [element(every="PT1H")]})]
    folder.outcome_columns = "patient,task,element,nominal"
    folder.outcomes = [["ann", "tablet", "dose", moment(i)] for i in range(n)]
    return commands(folder, place)


@dimension("outcomes at one moment", 400)
def together(n, place):
    folder = Folder(place / "in")
    folder.outcomes = [["ann", "tablet", moment(0) + "Z"] for _ in range(n)]
    return commands(folder, place)


@dimension("values of an outcome", 400)
def values(n, place):
    folder = Folder(place / "in")
    folder.outcome_columns = "patient,task,time,id,recordedAt,value"
    folder.outcomes = [["ann", "tablet", moment(0) + "Z", "1", moment(0) + "Z", "1"] for _ in range(n)]
    return commands(folder, place)


@dimension("corrections of an outcome", 300)
def corrections(n, place):
    folder = Folder(place / "in")
    folder.outcome_columns = "patient,task,time,id,recordedAt,value"
    folder.outcomes = [["ann", "tablet", moment(0) + "Z", "1", moment(i) + "Z", "1"] for i in range(n)]
    return commands(folder, place)


@dimension("tasks of a patient", 30)
def tasks(n, place):
    folder = Folder(place / "in")
    folder.tasks = [task(id=f"t{i}") for i in range(n)]
    folder.outcomes = [["ann", f"t{i}", moment(0) + "Z"] for i in range(n)]
    return commands(folder, place)


@dimension("versions of a task", 200)
def versions(n, place):
    folder = Folder(place / "in")
    folder.tasks = [task(effectiveFrom=moment(-24 * i)) for i in range(n)]
    return commands(folder, place)


@dimension("versions of a task with outcomes", 100)
def versions_in_range(n, place):
    folder = Folder(place / "in")
    folder.tasks = [task(effectiveFrom=moment(i)) for i in range(n)]
    folder.outcomes = [["ann", "tablet", moment(i) + "Z"] for i in range(n)]
    return commands(folder, place)


@dimension("versions of a patient", 200)
def patient_versions(n, place):
    folder = Folder(place / "in")
    folder.patient_columns = "id,zone,recordedAt"
    folder.patients = [["ann", "UTC", moment(-i) + "Z"] for i in range(n)]
    return commands(folder, place)


@dimension("elements of a schedule", 100)
def elements(n, place):
    folder = Folder(place / "in")
    parts = [element(id=f"e{i}", start=moment(i / 60)) for i in range(n)]
    folder.tasks = [task(schedule={"elements": parts})]
    return commands(folder, place)


@dimension("distinct elements of a schedule", 100)
def distinct(n, place):
    folder = Folder(place / "in")
    folder.tasks = [task(schedule={"elements": [element(id=f"e{i}") for i in range(n)], "distinct": True})]
    return commands(folder, place)


@dimension("times of an element", 200)
def times(n, place):
    folder = Folder(place / "in")
    listed = [f"{i // 60:02}:{i % 60:02}" for i in range(n)]
    folder.tasks = [task(schedule={"elements": [element(times=listed)]})]
    return commands(folder, place)


@dimension("targets of an element", 100)
def targets(n, place):
    folder = Folder(place / "in")
    asked = [{"value": 1, "units": "mL", "kind": f"k{i}"} for i in range(n)]
    folder.tasks = [task(schedule={"elements": [element(targets=asked)]})]
    folder.outcome_columns = "patient,task,time,value,units,kind,id,recordedAt"
    folder.outcomes = [
        ["ann", "tablet", moment(0) + "Z", "1", "mL", f"k{i}", "1", moment(0) + "Z"] for i in range(n)
    ]
    return commands(folder, place)


@dimension("exclusions of dates", 300)
def exclusions(n, place):
    folder = Folder(place / "in")
    dates = [{"date": moment(24 * i)[:10]} for i in range(n)]
    folder.tasks = [task(schedule={"elements": [element()], "exclusions": dates})]
    return commands(folder, place)


@dimension("exclusions of moments", 300)
def moments(n, place):
    folder = Folder(place / "in")
    excluded = [{"at": moment(24 * i)} for i in range(n)]
    folder.tasks = [task(schedule={"elements": [element()], "exclusions": excluded})]
    return commands(folder, place)


@dimension("exclusions of stretches, one in the other", 300)
def stretches(n, place):
    folder = Folder(place / "in")
    holes = [{"from": moment(i), "to": moment(3 * n - i)} for i in range(n)]
    folder.tasks = [task(schedule={"elements": [element()], "exclusions": holes})]
    return commands(folder, place)


@dimension("overrides", 200)
def overrides(n, place):
    folder = Folder(place / "in")
    moved = {f"dose/{moment(24 * i)}": {"start": moment(24 * i + 1)} for i in range(n)}
    folder.tasks = [task(schedule={"elements": [element()], "overrides": moved})]
    return commands(folder, place)


@dimension("overrides that add", 200)
def added(n, place):
    folder = Folder(place / "in")
    extra = {f"dose/{moment(24 * i + 3)}": {"added": True} for i in range(n)}
    folder.tasks = [task(schedule={"elements": [element()], "overrides": extra})]
    return commands(folder, place)


@dimension("holds, each a day", 200)
def holds(n, place):
    folder = Folder(place / "in")
    rows = [["ann", moment(24 * i), moment(24 * i + 12)] for i in range(n)]
    folder.tables["holds"] = ("patient,from,to", rows)
    return commands(folder, place)


@dimension("holds, one in the other", 200)
def nested_holds(n, place):
    folder = Folder(place / "in")
    rows = [["ann", moment(i), moment(3 * n - i), "exclude"] for i in range(n)]
    folder.tables["holds"] = ("patient,from,to,mode", rows)
    return commands(folder, place)


@dimension("holds that extend", 100)
def extending(n, place):
    folder = Folder(place / "in")
    ends = element(end="2026-01-01T00:00:00")
    folder.tasks = [task(schedule={"elements": [ends]})]
    rows = [["ann", moment(24 * i), moment(24 * i + 12), "extend"] for i in range(n)]
    folder.tables["holds"] = ("patient,from,to,mode", rows)
    return commands(folder, place)


@dimension("stays on a journey", 100)
def journey(n, place):
    folder = Folder(place / "in")
    zones = ["Europe/Paris", "America/New_York"]
    stays = ";".join(["UTC"] + [f"{moment(i)}Z={zones[i % 2]}" for i in range(n)])
    folder.patients = [["ann", stays]]
    return commands(folder, place)


@dimension("care plans", 200)
def plans(n, place):
    folder = Folder(place / "in")
    folder.tables["plans"] = ("patient,id", [["ann", f"c{i}"] for i in range(n)])
    return commands(folder, place)


@dimension("contacts and their versions", 200)
def contacts(n, place):
    folder = Folder(place / "in")
    rows = [["ann", f"c{i % 10}", moment(i) + "Z", f"work=a{i}@example.org"] for i in range(n)]
    folder.tables["contacts"] = ("patient,id,recordedAt,emails", rows)
    return commands(folder, place)


@dimension("tags, notes and entries of a record", 200)
def notes(n, place):
    folder = Folder(place / "in")
    info = {f"k{i}": "v" for i in range(n)}
    names = [f"t{i}" for i in range(n)]
    folder.tasks = [task(tags=names, notes=names, userInfo=info)]
    return commands(folder, place)


@dimension("columns of a table", 200)
def columns(n, place):
    folder = Folder(place / "in")
    folder.outcome_columns += "".join(f",userInfo.k{i}" for i in range(n))
    folder.outcomes = [row + ["v"] * n for row in folder.outcomes]
    return commands(folder, place)


@dimension("bytes of a field", 20_000)
def field(n, place):
    folder = Folder(place / "in")
    folder.patients = [["a" * n, "UTC"]]
    folder.tasks = [task("a" * n)]
    folder.outcomes = [["a" * n, "tablet", moment(0) + "Z"]]
    return commands(folder, place)


@dimension("combining characters of a name", 4_000)
def combining(n, place):
    folder = Folder(place / "in")
    name = "a" + "\u0301" * n
    folder.tasks = [task(id=name, title=name)]
    folder.outcomes = [["ann", name, moment(0) + "Z"]]
    return commands(folder, place)


@dimension("quotes in a field", 20_000)
def quotes(n, place):
    folder = Folder(place / "in")
    folder.outcome_columns += ",note"
    folder.outcomes[0].append('"' + '""' * n + '"')
    return commands(folder, place)


@dimension("line breaks in a field", 5_000)
def breaks(n, place):
    folder = Folder(place / "in")
    folder.outcome_columns += ",note"
    folder.outcomes[0].append('"' + "\n" * n + '"')
    return commands(folder, place)


@dimension("nesting of JSON", 10_000)
def nesting(n, place):
    folder = Folder(place / "in")
    source = folder.write()
    line = '{"patient":"ann","id":"x","schedule":' + "[" * n + "]" * n + "}\n"
    with open(place / "in" / "tasks.ndjson", "a") as file:
        file.write(line)
    return commands(source, place)


@dimension("numbers of a rule", 200)
def rule(n, place):
    folder = Folder(place / "in")
    listed = ",".join(str(i % 366 + 1) for i in range(n))
    made = {"id": "dose", "start": "2025-01-01T08:00:00", "rule": f"FREQ=YEARLY;BYYEARDAY={listed}"}
    folder.tasks = [task(schedule={"elements": [made]})]
    return commands(folder, place)


@dimension("digits of a number", 20_000)
def digits(n, place):
    folder = Folder(place / "in")
    folder.outcome_columns += ",value"
    folder.outcomes = [["ann", "tablet", moment(0) + "Z", "1" * n], ["ann", "tablet", moment(1) + "Z", "0." + "1" * n]]
    return commands(folder, place, "--max-rejected", "100%")


