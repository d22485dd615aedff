"""Extreme texts, numbers, lines and counts in records, and extreme fills."""

import subprocess

from inputs import DAYS, Folder, element, moment, task, text

from .registry import commands, worst


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
        return [["check", source], ["report", source, *DAYS, "--out", str(place / "out"), "--max-rejected", "100%"]]


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


@worst("zones of patients", seconds=4)
def zones(place):
    folder = Folder(place / "in")
    names = subprocess.run(["sh", "-c", "cd /usr/share/zoneinfo && find [A-Z]* -type f | grep -v '[.]'"],
                           capture_output=True, text=True).stdout.split()
    folder.patients = [["ann", "UTC"]] + [[f"p{i}", zone] for i, zone in enumerate(names)]
    folder.tasks += [task(f"p{i}") for i in range(len(names))]
    return commands(folder, place)


@worst("groups, each of one patient", seconds=4)
def groups(place):
    folder = Folder(place / "in")
    folder.patient_columns = "id,zone,group"
    folder.patients = [["ann", "UTC", "a"]] + [[f"p{i}", "UTC", f"g{i}"] for i in range(600)]
    folder.tasks += [task(f"p{i}") for i in range(600)]
    return commands(folder, place, *DAYS, "--group-by", "group")


@worst("fills on one day")
def fills(place):
    (place / "in").mkdir()
    text(place / "in" / "fills.csv", "patient,date,days\n" + "a,2024-01-01,9\n" * 6_500)
    return [["refills", str(place / "in"), "--measure", "all", "--out", str(place / "out")]]


@worst("fills that last for ever")
def lasting(place):
    (place / "in").mkdir()
    text(place / "in" / "fills.csv", "patient,date,days\n" + "a,2024-01-01,1e300\nb,2024-01-01,99999999\n" * 2_500)
    return [["refills", str(place / "in"), "--measure", "all", "--max-rejected", "100%", "--out", str(place / "out")]]


@worst("windows of refills, a day each")
def refill_windows(place):
    (place / "in").mkdir()
    lines = "".join(f"a,{moment(24 * i)[:10]},30\n" for i in range(6_000))
    text(place / "in" / "fills.csv", "patient,date,days\n" + lines)
    return [["refills", str(place / "in"), "--measure", "all", "--window", "1", "--step", "1", "--out", str(place / "out")]]
