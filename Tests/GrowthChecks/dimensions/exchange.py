"""Dimensions of files of other systems: tables, calendars, FHIR and CareKit."""

from inputs import DAYS, UTC, calendar, day, moment, text
from sent import PATIENT, administration, care_outcome, care_task, collection, request, revision_record, uuid

from .registry import TABLES, dimension


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


def changes(n, place, name):
    """A daily event, and as many changes of it."""
    event = "BEGIN:VEVENT\r\nUID:a\r\nDTSTART:{}Z\r\n{}\r\nEND:VEVENT\r\n"
    at = [moment(24 * i).replace("-", "").replace(":", "") for i in range(n + 1)]
    lines = event.format(at[0], "RRULE:FREQ=DAILY")
    lines += "".join(event.format(at[i], f"{name}:{at[i]}Z") for i in range(1, n + 1))
    file = text(place / "a.ics", "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + lines + "END:VCALENDAR\r\n")
    return [["check", file, *UTC], ["expand", file, "--from", "2025-01-01", "--to", "2026-01-01", *UTC]]


@dimension("changed occurrences of an event", 100)
def changed(n, place):
    return changes(n, place, "RECURRENCE-ID")


@dimension("changed futures of an event", 50)
def futures(n, place):
    return changes(n, place, "RECURRENCE-ID;RANGE=THISANDFUTURE")


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
    file = text(place / "a.json", collection(resources))
    out = ["--out", str(place / "out"), "--max-rejected", "100%"]
    return [["check", file, *UTC], ["report", file, *DAYS, *TABLES, *UTC, *out]]


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


def chained(number, count, make):
    """Versions of one object, each linked to the previous and the next one."""
    return [
        make(
            i, previousVersionUUIDs=[uuid(number, i - 1)] if i else [],
            nextVersionUUIDs=[uuid(number, i + 1)] if i + 1 < count else [],
        )
        for i in range(count)
    ]


def revision(entities, place):
    """The commands that check, report and write back a CareKit document."""
    file = text(place / "a.json", revision_record(entities))
    ask = [*DAYS, *TABLES, *UTC, "--max-rejected", "100%"]
    return [
        ["check", file, *UTC], ["report", file, *ask, "--out", str(place / "out")],
        ["export", file, str(place / "b.json"), *UTC, "--force"],
    ]


@dimension("outcomes of a task of CareKit", 200)
def care_outcomes(n, place):
    return revision([care_task(), *(care_outcome(i, i) for i in range(n))], place)


@dimension("versions of an outcome of CareKit", 100)
def care_outcome_versions(n, place):
    return revision([care_task(), *chained(2, n, lambda i, **more: care_outcome(i, 0, **more))], place)


@dimension("versions of a task of CareKit", 100)
def care_versions(n, place):
    return revision(chained(1, n, lambda i, **more: care_task(i, id="t", **more)), place)


@dimension("versions of a task of CareKit, out of order", 100)
def care_versions_reversed(n, place):
    return revision(chained(1, n, lambda i, **more: care_task(i, id="t", **more))[::-1], place)


@dimension("versions that a task of CareKit names", 200)
def care_names(n, place):
    named = [uuid(1, i) for i in range(1, n)]
    return revision([care_task(previousVersionUUIDs=named)], place)


@dimension("tasks of CareKit", 50)
def care_tasks(n, place):
    return revision([care_task(i) for i in range(n)], place)


@dimension("elements of a schedule of CareKit", 50)
def care_elements(n, place):
    return revision([care_task(elements=n)], place)


@dimension("values of an outcome of CareKit", 200)
def care_values(n, place):
    return revision([care_task(), care_outcome(0, 0, values=n)], place)


@dimension("outcomes of CareKit of no task", 200)
def care_strays(n, place):
    return revision([care_task(), *(care_outcome(i, i, taskUUID=uuid(3, i)) for i in range(n))], place)
