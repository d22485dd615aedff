"""Plans that never, seldom or always occur, and outcomes compared with them."""

from datetime import date

from inputs import Folder, element, moment, task

from .registry import CENTURIES, SIZE, commands, filled, planned, worst


def ruled(name, rule, *more, start="2025-01-01T08:00:00"):
    @worst(name)
    def make(place):
        return planned(place, [{"id": "dose", "start": start, "rule": rule}], *more)


# Rules that rarely or never occur.
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


# A calendar and an elapsed component: starts have no closed form.
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


@worst("cycles of many times a day")
def cycles(place):
    times = [f"{i // 60:02}:{i % 60:02}" for i in range(1440)]
    elements = [{"id": f"e{i}", "start": "2025-01-01", "cycle": {"on": 36_000, "off": 1}, "times": times} for i in range(7)]
    return planned(place, elements)


@worst("long cycles")
def long_cycles(place):
    cycle = {"start": "2025-01-01", "cycle": {"on": 36_000, "off": 1}, "count": 1}
    return planned(place, filled(lambda i: {"id": f"e{i}", **cycle}, 85_000))


@worst("a plan in many words")
def words(place):
    plan = "every day at " + " and ".join(f"{i // 60:02}:{i % 60:02}" for i in range(1440))
    return [["expand", plan, *CENTURIES, "--count"]]


@worst("a plan of one word")
def word(place):
    return [["expand", "every " * 16_000, "--from", "2025-01-01", "--to", "2026-01-01"]]
