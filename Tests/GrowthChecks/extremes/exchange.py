"""Calendars, resources and documents that no other system would write."""

from inputs import DAYS, UTC, calendar, moment, text
from sent import (
    PATIENT, administration, care_outcome, care_schedule, care_task, collection, request, revision_record, uuid,
)

from .registry import CENTURIES, filled, worst


def calendared(name, content, *more):
    @worst(name)
    def make(place):
        file = text(place / "a.ics", content)
        return [["check", file, *UTC], ["expand", file, *(more or ["--from", "2025-01-01", "--to", "2026-01-01"]), *UTC]]


def stamp(hours):
    return moment(hours).replace("-", "").replace(":", "")


def events(each):
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + "".join(each) + "END:VCALENDAR\r\n"


def event(i, *lines):
    return "\r\n".join(["BEGIN:VEVENT", f"UID:{i}", "DTSTART:20250101T080000Z", *lines, "END:VEVENT", ""])


calendared("EXDATEs", calendar(["RRULE:FREQ=DAILY", *(f"EXDATE:{stamp(24 * i)}Z" for i in range(3_900))]))
calendared("EXDATEs of one line", calendar(["RRULE:FREQ=SECONDLY", "EXDATE:" + ",".join(
    f"{stamp(i)}Z" for i in range(5_700))]), "--from", "2025-01-01", "--to", "2025-01-08", "--count")
calendared("RDATEs", calendar(["RDATE:" + ",".join(f"{stamp(i)}Z" for i in range(1, 5_700))]))
calendared("rules", calendar(["RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"] * 2_200), *CENTURIES)
calendared("events that never occur", events(event(i, "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30")
                                             for i in range(850)), *CENTURIES)


def rule_events(name, rule, *more, start="20250101"):
    """As many events with one rule as fit."""
    made = filled(lambda i: event(i, "RRULE:" + rule).replace("20250101", start), 95_000)
    calendared(name, events(made), "--from", "2025-01-01", "--to", "2026-01-01", "--count", *more)


MONTHS, HOURS, MINUTES = (",".join(map(str, values)) for values in (range(1, 13), range(24), range(60)))
for name, rule in {
    "seconds of six days a week": "FREQ=SECONDLY;BYDAY=MO,TU,WE,TH,FR,SA",
    "seconds of some hours of a month": "FREQ=SECONDLY;BYMONTH=1;BYHOUR=1,2,3,4,5",
    "every seventh second of some minutes": f"FREQ=SECONDLY;INTERVAL=7;BYMONTH={MONTHS};BYHOUR=1,2,3,8;BYMINUTE=0,1,2",
    "seconds that shift by days": f"FREQ=SECONDLY;INTERVAL=86399;BYMONTH={MONTHS}",
    "seconds that shift by hours": f"FREQ=SECONDLY;INTERVAL=3601;BYMONTH={MONTHS};BYHOUR=1,2,3,8",
    "each second of each day, listed": f"FREQ=DAILY;BYHOUR={HOURS};BYMINUTE={MINUTES};BYSECOND={MINUTES}",
    "each second of each weekday, listed":
        f"FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO,TU,WE,TH,FR,SA;BYHOUR={HOURS};BYMINUTE={MINUTES};BYSECOND={MINUTES}",
    "a place among each second, listed": f"FREQ=YEARLY;BYSETPOS=1,-1;BYHOUR={HOURS};BYMINUTE={MINUTES};BYSECOND={MINUTES}",
    "days that shift": "FREQ=DAILY;INTERVAL=1009;BYMONTH=1,2,3,4,5,6",
    "weeks that shift": "FREQ=WEEKLY;INTERVAL=257;BYMONTH=1,2,3,4,5,6",
    "months that shift": "FREQ=MONTHLY;INTERVAL=11;BYDAY=1MO,-1FR",
}.items():
    rule_events(name, rule)
    rule_events(name + ", since the year 1", rule, start="00010101")


calendared("changed occurrences", events([event("a", "RRULE:FREQ=DAILY")] + [
    event("a", f"RECURRENCE-ID:{stamp(24 * i)}Z") for i in range(900)]))
calendared("changed futures", events([event("a", "RRULE:FREQ=DAILY")] + [
    event("a", f"RECURRENCE-ID;RANGE=THISANDFUTURE:{stamp(24 * i)}Z") for i in range(1, 720)]))
calendared("calendars in calendars", "BEGIN:VCALENDAR\r\n" * 3_000 + "END:VCALENDAR\r\n" * 3_000)
calendared("components that never end", "BEGIN:VCALENDAR\r\n" + "BEGIN:A\r\n" * 10_000)
calendared("one line", "BEGIN:VCALENDAR\r\n" + "X" * 99_000)
calendared("folds", calendar(["SUMMARY:" + "\r\n " * 33_000]))
calendared("parameters", calendar(["X-A" + ";B=C" * 24_000 + ":d"]))
calendared("a zone of its own, changed every day", events([
    "BEGIN:VTIMEZONE\r\nTZID:mine\r\n", *(
        f"BEGIN:STANDARD\r\nDTSTART:{stamp(24 * i)}\r\nTZOFFSETFROM:+0{i % 9}00\r\nTZOFFSETTO:+0{(i + 1) % 9}00\r\n"
        "END:STANDARD\r\n" for i in range(1_000)), "END:VTIMEZONE\r\n",
    "BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=mine:20250101T080000\r\nRRULE:FREQ=HOURLY\r\nEND:VEVENT\r\n"]))
calendared("a zone of its own, changed every second", events([
    "BEGIN:VTIMEZONE\r\nTZID:mine\r\nBEGIN:STANDARD\r\nDTSTART:19000101T000000\r\nRRULE:FREQ=SECONDLY\r\n"
    "TZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n",
    "BEGIN:VEVENT\r\nUID:a\r\nDTSTART;TZID=mine:20250101T080000\r\nRRULE:FREQ=HOURLY\r\nEND:VEVENT\r\n"]))
calendared("zones that nobody knows", events(
    f"BEGIN:VEVENT\r\nUID:{i}\r\nDTSTART;TZID=Mars/{i}:20250101T080000\r\nEND:VEVENT\r\n" for i in range(1_300)))


def sent(name, content, *more):
    """The commands that check, report and write back."""

    @worst(name)
    def make(place):
        file = text(place / "a.json", content)
        out = ["--out", str(place / "out"), "--max-rejected", "100%"]
        return [["check", file, *UTC], ["report", file, *UTC, *(more or DAYS), *out]]


def timed(name, *more, dosages=1, **repeat):
    """Requests whose dosages have one timing."""
    dosage = {"timing": {"repeat": {"frequency": 1, "period": 1, "periodUnit": "d", **repeat}}}
    sent(name, collection([PATIENT, request(0, dosageInstruction=[dosage] * dosages)]), *more)


timed("a timing of every second, over four centuries", *CENTURIES, periodUnit="s")
timed("700 timings of every second", dosages=700, periodUnit="s")
timed("a frequency of 2^31 a day", frequency=2_147_483_647)
timed("a timing with a count of 2^31", *CENTURIES, periodUnit="s", count=2_147_483_647)
timed("a period of 2^31 years", period=2_147_483_647, periodUnit="a")
timed("times of a timing", timeOfDay=[f"{i // 60 % 24:02}:{i % 60:02}:00" for i in range(7_500)])
timed("weekdays of a timing, again and again", dayOfWeek=["mon", "tue"] * 6_000)
timed("meals of a timing, again and again", when=["ACM", "PCM", "HS"] * 4_000)
sent("events of a timing", collection([PATIENT, request(0, dosageInstruction=[
    {"timing": {"event": [moment(i) + "Z" for i in range(4_000)]}}])]))
sent("dosages in sequence", collection([PATIENT, request(0, dosageInstruction=[
    {"sequence": i + 1, "timing": {"repeat": {"frequency": 1, "period": 1, "periodUnit": "s"}}}
    for i in range(1_000)])]))
sent("administrations of one request", collection([PATIENT, request(0), *(administration(i) for i in range(320))]))
sent("requests that follow each other", collection([PATIENT, *(
    request(i, priorPrescription={"reference": f"MedicationRequest/r{(i + 1) % 200}"}) for i in range(200))]))
sent("bundles in bundles", '{"resourceType":"Bundle","entry":[{"resource":' * 2_000 + "1" + "}]}" * 2_000)
sent("extensions in extensions", '{"resourceType":"Patient","id":"a",' + '"extension":[{' * 6_000 + "}]" * 6_000 + "}")
sent("a quantity of 100,000 digits", collection([PATIENT, request(0, dosageInstruction=[{"doseAndRate": [
    {"doseQuantity": {"value": "VALUE"}}]}])]).replace('"VALUE"', "9" * 98_000))


def numbered(name, interval, count, outcomes, index):
    """Outcomes by occurrence index, which are looked up in a schedule."""
    schedule = care_schedule(count, 0, interval, "America/New_York")
    made = [care_task(schedule=schedule), *(care_outcome(i, index(i)) for i in range(outcomes))]
    sent(name, revision_record(made))


numbered("the 2^31st occurrence of every second", {"second": 1}, 1, 230, lambda i: 2_147_483_647 - i)
numbered("late occurrences of 350 elements of every second", {"second": 1}, 350, 40, lambda i: 400_000_000_000 - 7 * i)
numbered("occurrences of mixed intervals", {"month": 1, "second": 1}, 300, 50, lambda i: 90_000 * i)
numbered("occurrences of days and seconds", {"day": 1, "second": 1}, 300, 50, lambda i: 2_000_000 + i)
numbered("occurrences of nothing", {"day": 0}, 300, 50, lambda i: i)
numbered("occurrences before the first", {"day": -1}, 300, 50, lambda i: -i)
sent("versions in a ring", revision_record([
    care_task(i, id="t", previousVersionUUIDs=[uuid(1, (i + 1) % 170)], nextVersionUUIDs=[uuid(1, (i - 1) % 170)])
    for i in range(170)]))
sent("versions that name all others", revision_record([
    care_task(i, id="t", previousVersionUUIDs=[uuid(1, j) for j in range(44)]) for i in range(44)]))
sent("dates beyond the calendar", revision_record([care_task(i, effectiveDate=1e300, createdDate=-1e300)
                                                   for i in range(180)]))
