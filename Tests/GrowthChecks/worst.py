"""Small inputs at their worst: at most 100 KB each, which take at most a second of CPU and 200 MB, or are refused.

    worst.py TOOL [--only WORD] [--seconds S] [--megabytes M]

Prints a row for each input and command, and fails where a limit is not kept or an error does not say what is wrong.
The limits are those of what is installed; a tool that was compiled for tests may have --seconds that are more.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
from datetime import date

from inputs import DAYS, Folder, calendar, element, moment, task, text

SIZE = 100_000
CENTURIES = ["--from", "1900-01-01", "--to", "2300-01-01"]
inputs = {}


def worst(name):
    def add(make):
        inputs[name] = make
        return make

    return add


def commands(folder, place, *more):
    source = folder.write()
    out = str(place / "out")
    return [["check", source], ["report", source, *(more or DAYS), "--out", out, "--allow-set-aside", "100"]]


def planned(place, elements, *more, **schedule):
    folder = Folder(place / "in")
    folder.tasks = [task(schedule={"elements": elements, **schedule})]
    return commands(folder, place, *more)


def ruled(name, rule, *more, start="2025-01-01T08:00:00"):
    @worst(name)
    def make(place):
        return planned(place, [{"id": "dose", "start": start, "rule": rule}], *more)


def filled(one, size=SIZE - 1_000):
    """As many as fit."""
    made, count = [], 0
    for i in range(size):
        made.append(one(i))
        count += len(str(made[-1])) + 2
        if count > size:
            return made[:-1]
    return made


# Rules that hardly ever or never occur.
ruled("30 February", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")
ruled("30 February, over four centuries", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", *CENTURIES)
ruled("an interval of 2^31", "FREQ=DAILY;INTERVAL=2147483647")
ruled("an interval of 2^31 that never matches", "FREQ=SECONDLY;INTERVAL=2147483647;BYMONTH=2;BYMONTHDAY=30")
ruled("seconds that never match", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", *CENTURIES)
ruled("seconds of one day in four centuries", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=WE", *CENTURIES)
ruled("a position that no set has", "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6", *CENTURIES)
ruled("a position that no second has", "FREQ=SECONDLY;BYSETPOS=2", *CENTURIES)
ruled("an end far off", "FREQ=DAILY;UNTIL=99991231T235959")
ruled("a count of 2^31", "FREQ=SECONDLY;COUNT=2147483647;BYMONTH=2;BYMONTHDAY=30")
ruled("a plan that began in the year 1", "FREQ=SECONDLY;BYMINUTE=1;BYSECOND=1", start="0001-01-01T00:00:00")
ruled("every part of a rule", "FREQ=YEARLY;BYMONTH=" + ",".join(map(str, range(1, 13)))
      + ";BYMONTHDAY=" + ",".join(str(i) for i in range(-31, 32) if i) + ";BYHOUR=" + ",".join(map(str, range(24)))
      + ";BYMINUTE=" + ",".join(map(str, range(60))) + ";BYSECOND=" + ",".join(map(str, range(60))) + ";BYSETPOS=-1",
      *CENTURIES)
ruled("every second, over four centuries", "FREQ=SECONDLY", *CENTURIES)
ruled("every second for two months", "FREQ=SECONDLY")
ruled("100 KB of a rule", "FREQ=YEARLY;BYYEARDAY=" + ",".join(filled(lambda i: str(i % 366 + 1), 60_000)), *CENTURIES)


@worst("every second of four centuries, 200 tasks")
def many_seconds(place):
    folder = Folder(place / "in")
    folder.tasks = [task(id=f"t{i}", schedule={"elements": [element(every="PT1S")]}) for i in range(200)]
    return commands(folder, place, *CENTURIES)


@worst("every second, 1,000 elements")
def second_elements(place):
    return planned(place, [{"id": f"e{i}", "start": "2025-01-01", "every": "PT1S"} for i in range(1000)])


@worst("tasks")
def tasks(place):
    folder = Folder(place / "in")
    folder.tasks = [task(id=f"t{i}") for i in range(SIZE // 130)]
    return commands(folder, place)


@worst("tasks over four centuries")
def long_tasks(place):
    folder = Folder(place / "in")
    folder.tasks = [task(id=f"t{i}") for i in range(SIZE // 130)]
    return commands(folder, place, *CENTURIES)


@worst("a quota of every day, over four centuries")
def quota(place):
    folder = Folder(place / "in")
    parts = [{"id": "dose", "start": "1900-01-01", "quota": {"count": 3, "per": "P7D", "rolling": True}}]
    folder.tasks = [task(schedule={"elements": parts})]
    folder.outcomes = [["ann", "tablet", moment(i * 1400) + "Z"] for i in range(2000)]
    return commands(folder, place, *CENTURIES)


@worst("a dose of every day, taken now and then over four centuries")
def doses(place):
    folder = Folder(place / "in")
    folder.tasks = [task(schedule={"elements": [element(start="1900-01-01T08:00:00")]})]
    folder.outcomes = [["ann", "tablet", str(date.fromordinal(693_596 + i * i * 7919 % 146_000)) + "T08:00:00Z"]
                       for i in range(3_000)]
    return commands(folder, place, *CENTURIES)


@worst("windows that all overlap")
def windows(place):
    wide = {"opensBefore": "P10Y", "closesAfter": "P10Y"}
    folder = Folder(place / "in")
    folder.tasks = [task(schedule={"elements": [element(every="PT1H", window=wide)]})]
    folder.outcomes = [["ann", "tablet", moment(i / 3) + "Z"] for i in range(2500)]
    return commands(folder, place)


@worst("nearest occurrences of wide windows")
def nearest(place):
    folder = Folder(place / "in")
    folder.tasks = [task(matching="nearest", schedule={"elements": [element(every="PT1S")]})]
    folder.outcomes = [["ann", "tablet", moment(i / 3) + "Z"] for i in range(2500)]
    return commands(folder, place, "--from", "2025-01-01", "--to", "2025-02-01")


@worst("exclusions of dates")
def exclusions(place):
    dates = [{"date": moment(24 * i)[:10]} for i in range(SIZE // 23)]
    return planned(place, [element()], exclusions=dates)


@worst("exclusions of every second")
def seconds_excluded(place):
    holes = [{"from": moment(i), "to": moment(i + 0.5)} for i in range(SIZE // 60)]
    return planned(place, [element(every="PT1S")], exclusions=holes)


# A civil and an elapsed part: no formula says where a member starts.
MIXED = {"start": "0001-01-01T01:58", "every": "P1DT1S"}


@worst("mixed periods since the year 1, which clocks skip and double")
def mixed(place):
    elements = [{"id": f"e{i}", **MIXED, "gap": "skip", "overlap": "both"} for i in range(SIZE // 98)]
    return planned(place, elements)


@worst("a mixed period, excluded for millennia")
def excluded_millennia(place):
    elements = [{"id": f"e{i}", **MIXED} for i in range(SIZE // 66)]
    return planned(place, elements, exclusions=[{"from": "0002-01-01T00:00", "to": "2025-01-01T00:00"}])


@worst("mixed periods and exclusions")
def excluded_mixed(place):
    elements = [{"id": f"e{i}", **MIXED} for i in range(SIZE // 124)]
    dates = [{"date": moment(24 * i)[:10]} for i in range(SIZE // 46)]
    return planned(place, elements, exclusions=dates)


@worst("overrides")
def overrides(place):
    moved = {f"dose/{moment(24 * i)}": {"start": moment(i)} for i in range(SIZE // 65)}
    return planned(place, [element()], overrides=moved)


@worst("holds that reach over each other")
def holds(place):
    folder = Folder(place / "in")
    folder.tables["holds"] = ("patient,from,to,mode", [["ann", moment(i), moment(9000 - i), "extend"] for i in range(1900)])
    return commands(folder, place)


@worst("a journey")
def journey(place):
    folder = Folder(place / "in")
    zones = ["Europe/Paris", "America/New_York", "Pacific/Apia", "Pacific/Niue"]
    folder.patients = [["ann", ";".join(["UTC"] + [f"{moment(i)}Z={zones[i % 4]}" for i in range(SIZE // 37)])]]
    folder.tasks = [task(schedule={"elements": [element(every="PT1H")]})]
    return commands(folder, place, *CENTURIES)


def columned(name, column, value):
    @worst(name)
    def make(place):
        folder = Folder(place / "in")
        folder.outcome_columns += "," + column
        folder.outcomes[0].append(value)
        return commands(folder, place)


columned("a number of 100,000 digits", "value", "1" * 99_000)
columned("a fraction of 100,000 digits", "value", "0." + "1" * 99_000)
columned("an exponent of 100,000 digits", "value", "1e" + "9" * 99_000)
columned("a date of 100,000 digits", "value", "2025-01-" + "0" * 99_000)
columned("quotes", "note", '"' + '""' * 49_000 + '"')
columned("a quote that never ends", "note", '"' + "a\n" * 49_000)
columned("byte order marks", "note", "\ufeff" * 33_000)
columned("emoji in one cluster", "note", "\U0001F468\u200d" * 14_000)
columned("markup", "note", "<" * 99_000)
columned("zero bytes", "note", "\0" * 99_000)


def named(name, id):
    @worst(name)
    def make(place):
        folder = Folder(place / "in")
        folder.tasks = [task(id=id, title=id, schedule={"elements": [element(id=id)]})]
        folder.outcomes = [["ann", id, moment(0) + "Z"]]
        return commands(folder, place)


named("combining characters of a name", "a" + "\u0301" * 12_000)
named("directions of a name", "\u202e\u2066" * 4_000)
named("spaces of a name", "a" + " " * 20_000 + "b")
named("hyphens of a name", "-" * 20_000)


@worst("combining characters that are no name's order")
def disordered(place):
    folder = Folder(place / "in")
    names = ["a" + "\u0301\u0323" * 2_000 + f"{i}" for i in range(12)]
    folder.tasks = [task(id=name) for name in names]
    folder.outcomes = [["ann", name, moment(0) + "Z"] for name in names]
    return commands(folder, place)


@worst("byte order marks at the start")
def marks(place):
    folder = Folder(place / "in")
    folder.patient_columns = "\ufeff" * 33_000 + folder.patient_columns
    return commands(folder, place)


def tasked(name, line):
    @worst(name)
    def make(place):
        folder = Folder(place / "in")
        folder.write()
        with open(place / "in" / "tasks.ndjson", "a") as file:
            file.write(line + "\n")
        source = str(place / "in")
        return [["check", source], ["report", source, *DAYS, "--out", str(place / "out"), "--allow-set-aside", "100"]]


tasked("lists in lists", '{"patient":"ann","id":"x","schedule":' + "[" * 49_000 + "]" * 49_000 + "}")
tasked("objects in objects", '{"patient":"ann","id":"x","schedule":' + '{"a":' * 16_000 + "1" + "}" * 16_000 + "}")
tasked("lists that never end", "[" * 99_000)
tasked("one property many times", "{" + ",".join(['"id":"x"'] * 11_000) + "}")
tasked("escapes", '{"patient":"ann","id":"' + "\\u0041" * 16_000 + '"}')
tasked("halves of surrogates", '{"patient":"ann","id":"' + "\\ud800" * 16_000 + '"}')
tasked("a number in JSON", '{"patient":"ann","id":' + "9" * 99_000 + "}")
tasked("100 KB of nothing", " " * 99_000)


@worst("lines that are empty")
def empty(place):
    folder = Folder(place / "in")
    folder.outcomes += [[""]] * 99_000
    return commands(folder, place)


@worst("lines that are wrong")
def wrong(place):
    folder = Folder(place / "in")
    folder.outcomes += [["x"]] * 49_000
    return commands(folder, place)


@worst("columns")
def columns(place):
    folder = Folder(place / "in")
    folder.outcome_columns += ",a" * 49_000
    return commands(folder, place)


@worst("patients")
def patients(place):
    folder = Folder(place / "in")
    folder.patients += [[f"{i}", "UTC"] for i in range(11_000)]
    return commands(folder, place)


@worst("zones of patients")
def zones(place):
    folder = Folder(place / "in")
    names = subprocess.run(["sh", "-c", "cd /usr/share/zoneinfo && find [A-Z]* -type f | grep -v '[.]'"],
                           capture_output=True, text=True).stdout.split()
    folder.patients = [["ann", "UTC"]] + [[f"p{i}", zone] for i, zone in enumerate(names)]
    folder.tasks += [task(f"p{i}") for i in range(len(names))]
    return commands(folder, place)


@worst("groups, each of one patient")
def groups(place):
    folder = Folder(place / "in")
    folder.patient_columns = "id,zone,group"
    folder.patients = [["ann", "UTC", "a"]] + [[f"p{i}", "UTC", f"g{i}"] for i in range(600)]
    folder.tasks += [task(f"p{i}") for i in range(600)]
    return commands(folder, place, *DAYS, "--group-by", "group")


def calendared(name, content, *more):
    @worst(name)
    def make(place):
        file = text(place / "a.ics", content)
        utc = ["--zone", "UTC"]
        return [["check", file, *utc], ["expand", file, *(more or ["--from", "2025-01-01", "--to", "2026-01-01"]), *utc]]


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


@worst("cycles of many times a day")
def cycles(place):
    times = [f"{i // 60:02}:{i % 60:02}" for i in range(1440)]
    elements = [{"id": f"e{i}", "start": "2025-01-01", "cycle": {"on": 36_000, "off": 1}, "times": times} for i in range(7)]
    return planned(place, elements)


@worst("long cycles")
def long_cycles(place):
    cycle = {"start": "2025-01-01", "cycle": {"on": 36_000, "off": 1}, "count": 1}
    return planned(place, filled(lambda i: {"id": f"e{i}", **cycle}, 85_000))


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


@worst("a plan in many words")
def words(place):
    plan = "every day at " + " and ".join(f"{i // 60:02}:{i % 60:02}" for i in range(1440))
    return [["expand", plan, *CENTURIES, "--count"]]


@worst("a plan of one word")
def word(place):
    return [["expand", "every " * 16_000, "--from", "2025-01-01", "--to", "2026-01-01"]]


@worst("fills on one day")
def fills(place):
    (place / "in").mkdir()
    text(place / "in" / "fills.csv", "patient,date,days\n" + "a,2024-01-01,9\n" * 6_500)
    return [["refills", str(place / "in"), "--measure", "all", "--out", str(place / "out")]]


@worst("fills that last for ever")
def lasting(place):
    (place / "in").mkdir()
    text(place / "in" / "fills.csv", "patient,date,days\n" + "a,2024-01-01,1e300\nb,2024-01-01,99999999\n" * 2_500)
    return [["refills", str(place / "in"), "--measure", "all", "--allow-set-aside", "100", "--out", str(place / "out")]]


@worst("windows of refills, a day each")
def refill_windows(place):
    (place / "in").mkdir()
    lines = "".join(f"a,{moment(24 * i)[:10]},30\n" for i in range(6_000))
    text(place / "in" / "fills.csv", "patient,date,days\n" + lines)
    return [["refills", str(place / "in"), "--measure", "all", "--window", "1", "--step", "1", "--out", str(place / "out")]]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--only", default="")
    parser.add_argument("--seconds", type=float, default=1)
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
                seconds, megabytes, answer = run([options.tool, *command], pathlib.Path(place))
                print(f"| {row} | {seconds:.2f} s | {megabytes:.0f} MB | {answer} |", flush=True)
                if seconds > options.seconds or megabytes > options.megabytes or answer.startswith("ended"):
                    broken.append(row)
    if broken:
        sys.exit("Beyond the limits: " + ", ".join(broken))


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
