"""The dimensions of the input, each a function that writes n of them and says which commands read them."""

import datetime
import json
import pathlib

from inputs import DAYS, START, Folder, calendar, element, moment, task, text

TABLES = ["--tables", "adherence,patients,cohort,statistics", "--jobs", "1"]
UTC = ["--zone", "UTC"]
dimensions = {}


def dimension(name, n):
    def add(make):
        dimensions[name] = (n, make)
        return make

    return add


def commands(folder, place, *more):
    """Checks and reports of a folder."""
    source = folder.write() if isinstance(folder, Folder) else folder
    return [["check", source], ["report", source, *DAYS, *TABLES, "--out", str(place / "out"), *more]]


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


@dimension("lines that are wrong", 200)
def wrong(n, place):
    folder = Folder(place / "in")
    folder.outcomes += [["ann", "tablet", f"x{i}"] for i in range(n)]
    return commands(folder, place, "--allow-set-aside", "100")


@dimension("outcomes of nobody", 200)
def nobody(n, place):
    folder = Folder(place / "in")
    folder.outcomes += [[f"x{i}", "tablet", moment(0) + "Z"] for i in range(n)]
    return commands(folder, place, "--allow-set-aside", "100")


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
    end = (START + datetime.timedelta(days=n)).date().isoformat()
    source = folder.write()
    tables = ["--tables", "adherence,patients,cohort", "--jobs", "1", "--by", "day"]
    return [["report", source, "--from", "2025-01-01", "--to", end, *tables, "--out", str(place / "out")]]


@dimension("patients asked for", 200)
def asked(n, place):
    return [commands(Folder(place / "in"), place)[1] + ["--patients", ",".join(f"p{i}" for i in range(n)) + ",ann"]]


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
    return [["chart", folder.write(), "--all", "--patient", "ann", *DAYS, "--out", str(place / "out")]]


def refills(rows, place, *more):
    source = place / "in"
    source.mkdir(parents=True)
    text(source / "fills.csv", "patient,date,days,dose,class\n" + "".join(",".join(row) + "\n" for row in rows))
    return ["refills", str(source), "--out", str(place / "out"), *more]


def day(i):
    return (START + datetime.timedelta(days=i)).date().isoformat()


@dimension("fills of a patient", 200)
def fills(n, place):
    rows = [["ann", day(i % 700), "1", "1", "a"] for i in range(n)]
    return [refills(rows, place, "--measure", "all", "--days", "730")]


@dimension("fills that are carried on", 200)
def carried(n, place):
    rows = [["ann", day(i % 300), "90", "1", "a"] for i in range(n)]
    return [refills(rows, place, "--measure", "all", "--days", "730")]


@dimension("patients with fills", 50)
def refill_patients(n, place):
    rows = [[f"p{i}", day(30 * k), "30", "1", "a"] for i in range(n) for k in range(4)]
    return [refills(rows, place, "--measure", "pdc,cma7")]


@dimension("classes of a patient", 50)
def classes(n, place):
    rows = [["ann", day(i % 100), "30", "1", f"c{i}"] for i in range(n)]
    return [refills(rows, place, "--measure", "pdc", "--by-class")]


@dimension("windows of a patient", 100)
def windows(n, place):
    rows = [["ann", day(7 * i), "7", "1", "a"] for i in range(60)]
    return [refills(rows, place, "--measure", "cma7", "--window", "30", "--step", "1", "--days", str(n))]


@dimension("treatment episodes", 100)
def episodes(n, place):
    rows = [["ann", day(10 * i), "5", "1", "a"] for i in range(n)]
    return [refills(rows, place, "--measure", "cma1", "--episodes", "--gap-days", "2", "--days", str(10 * n))]


@dimension("stays in hospital", 200)
def stays(n, place):
    command = refills([["ann", day(7 * i), "7", "1", "a"] for i in range(150)], place, "--measure", "pdc,cma7", "--days", "1000")
    text(place / "in" / "stays.csv", "patient,from,to\n" + "".join(f"ann,{day(i)},{day(i + 2)}\n" for i in range(n)))
    return [command]


def expanded(lines, place):
    file = text(place / "a.ics", calendar(lines))
    return [["expand", file, "--from", "2025-01-01", "--to", "2026-01-01", *UTC], ["check", file, *UTC]]


@dimension("EXDATEs of a calendar", 500)
def exdates(n, place):
    dates = [f"EXDATE:{moment(24 * i).replace('-', '').replace(':', '')}Z" for i in range(n)]
    return expanded(["RRULE:FREQ=DAILY", *dates], place)


@dimension("RDATEs of a calendar", 500)
def rdates(n, place):
    dates = ",".join(f"{moment(i).replace('-', '').replace(':', '')}Z" for i in range(1, n))
    return expanded(["RDATE:" + dates], place)


@dimension("folded lines of a calendar", 1000)
def folded(n, place):
    return expanded(["RRULE:FREQ=DAILY", "DESCRIPTION:" + "a\r\n " * n], place)


@dimension("properties of an event", 500)
def properties(n, place):
    return expanded(["RRULE:FREQ=DAILY", *(f"X-P{i}:v" for i in range(n))], place)


@dimension("parameters of a property", 500)
def parameters(n, place):
    return expanded(["RRULE:FREQ=DAILY", "DESCRIPTION" + "".join(f";X-P{i}=v" for i in range(n)) + ":a"], place)


@dimension("nested components of a calendar", 500)
def components(n, place):
    file = text(place / "a.ics", "BEGIN:VCALENDAR\r\n" * n + "END:VCALENDAR\r\n" * n)
    return [["check", file, *UTC]]


@dimension("events of a calendar", 50)
def calendar_events(n, place):
    event = "BEGIN:VEVENT\r\nUID:{}\r\nDTSTART:20250101T080000Z\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n"
    lines = "".join(event.format(i) for i in range(n))
    file = text(place / "a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines + "END:VCALENDAR\r\n")
    return [["check", file, *UTC]]


@dimension("changed occurrences of an event", 100)
def changed(n, place):
    event = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:{}Z\r\n{}\r\nEND:VEVENT\r\n"
    at = [moment(24 * i).replace("-", "").replace(":", "") for i in range(n + 1)]
    lines = event.format(at[0], "RRULE:FREQ=DAILY")
    lines += "".join(event.format(at[i], f"RECURRENCE-ID:{at[i]}Z") for i in range(1, n + 1))
    file = text(place / "a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines + "END:VCALENDAR\r\n")
    return [["check", file, *UTC], ["expand", file, "--from", "2025-01-01", "--to", "2026-01-01", *UTC]]


@dimension("changed futures of an event", 50)
def futures(n, place):
    event = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:{}Z\r\n{}\r\nEND:VEVENT\r\n"
    at = [moment(24 * i).replace("-", "").replace(":", "") for i in range(n + 1)]
    lines = event.format(at[0], "RRULE:FREQ=DAILY")
    lines += "".join(event.format(at[i], f"RECURRENCE-ID;RANGE=THISANDFUTURE:{at[i]}Z") for i in range(1, n + 1))
    file = text(place / "a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines + "END:VCALENDAR\r\n")
    return [["check", file, *UTC], ["expand", file, "--from", "2025-01-01", "--to", "2026-01-01", *UTC]]


@dimension("observances of a zone", 100)
def observances(n, place):
    one = "BEGIN:STANDARD\r\nDTSTART:{}T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\n"
    zone = "BEGIN:VTIMEZONE\r\nTZID:mine\r\n" + "".join(one.format(day(i).replace("-", "")) for i in range(n))
    event = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=mine:20250101T080000\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\n"
    file = text(
        place / "a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + zone + "END:VTIMEZONE\r\n" + event + "END:VCALENDAR\r\n"
    )
    return [["check", file, *UTC], ["expand", file, "--from", "2025-01-01", "--to", "2026-01-01", *UTC]]


def bundle(resources, place):
    entries = [{"resource": resource} for resource in resources]
    file = text(place / "a.json", json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries}))
    return [["check", file, *UTC], ["report", file, *DAYS, *TABLES, *UTC, "--out", str(place / "out"), "--allow-set-aside", "100"]]


PATIENT = {"resourceType": "Patient", "id": "ann"}


def request(i, **more):
    dosage = {"timing": {"repeat": {"frequency": 1, "period": 1, "periodUnit": "d", "timeOfDay": ["08:00:00"]}}}
    return {
        "resourceType": "MedicationRequest", "id": f"r{i}", "status": "active", "intent": "order",
        "subject": {"reference": "Patient/ann"}, "authoredOn": "2025-01-01T00:00:00Z",
        "medicationCodeableConcept": {"text": "x"}, "dosageInstruction": [dosage], **more,
    }


def administration(i):
    return {
        "resourceType": "MedicationAdministration", "id": f"a{i}", "status": "completed",
        "subject": {"reference": "Patient/ann"}, "request": {"reference": "MedicationRequest/r0"},
        "medicationCodeableConcept": {"text": "x"}, "effectiveDateTime": moment(i) + "Z",
    }


@dimension("requests of FHIR", 30)
def requests(n, place):
    return bundle([PATIENT, *(request(i) for i in range(n))], place)


@dimension("administrations of FHIR", 100)
def administrations(n, place):
    return bundle([PATIENT, request(0), *(administration(i) for i in range(n))], place)


@dimension("dosages of a request, in sequence", 50)
def sequence(n, place):
    dosages = [
        {"sequence": i + 1, "timing": {"repeat": {
            "frequency": 1, "period": 1, "periodUnit": "d", "boundsDuration": {"value": 2, "unit": "d", "code": "d",
            "system": "http://unitsofmeasure.org"}}}} for i in range(n)
    ]
    return bundle([PATIENT, request(0, dosageInstruction=dosages)], place)


@dimension("events of a Timing", 300)
def timing_events(n, place):
    dosage = {"timing": {"event": [moment(i) + "Z" for i in range(n)]}}
    return bundle([PATIENT, request(0, dosageInstruction=[dosage])], place)


@dimension("rows of a foreign table", 300)
def foreign(n, place):
    rows = "".join(f"p{i % 20},{moment(i)}Z\n" for i in range(n))
    file = text(place / "a.csv", "pid,opened_at\n" + rows)
    columns = ["--patient", "pid", "--time", "opened_at", "--schedule", "every day at 08:00"]
    return [["check", file, *UTC], ["report", file, *columns, *DAYS, *TABLES, "--out", str(place / "out")]]


@dimension("columns of a foreign table", 100)
def foreign_columns(n, place):
    names = ",".join(f"c{i}" for i in range(n))
    rows = "".join(f"p{i},{moment(i)}Z" + ",x" * n + "\n" for i in range(20))
    return [["check", text(place / "a.csv", "pid,opened_at," + names + "\n" + rows)]]


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
    return commands(folder, place, "--allow-set-aside", "100")


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
