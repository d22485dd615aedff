"""Measures python-dateutil on one row, and prints it as the benchmark's line of JSON.

    dateutil_rows.py W1

CPU time of this process: the median of five runs after
one to warm up.
"""

import json
import statistics
import sys
import time
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

from dateutil.rrule import DAILY, FR, HOURLY, MO, MONTHLY, TH, TU, WE, WEEKLY, rrule, rruleset

# The zones of dateutil itself have no changes of offset after 2037.
NEW_YORK = ZoneInfo("America/New_York")
BERLIN = ZoneInfo("Europe/Berlin")


def seconds(rule, first, last):
    """The starts of a rule with aware times in [first, last), in seconds."""
    moments = rule.between(first, last - timedelta(seconds=1), inc=True)
    return [int(moment.timestamp()) for moment in moments]


def at(zone, year, month, day, hour=0, minute=0):
    return datetime(year, month, day, hour, minute, tzinfo=zone)


def daily(first, last):
    return seconds(rrule(DAILY, dtstart=at(NEW_YORK, 2000, 1, 1, 8)), first, last)


def elapsed():
    start = at(NEW_YORK, 2000, 1, 1).astimezone(timezone.utc)
    return seconds(
        rrule(HOURLY, interval=8, dtstart=start), start, at(NEW_YORK, 2010, 1, 1))


def weekly():
    rule = rruleset()
    for hour, minute in ((7, 30), (21, 15)):
        rule.rrule(rrule(WEEKLY, byweekday=(MO, WE, FR), dtstart=at(BERLIN, 2000, 1, 3, hour, minute)))
    return seconds(rule, at(BERLIN, 2000, 1, 1), at(BERLIN, 2050, 1, 1))


def monthly(**parts):
    rule = rrule(MONTHLY, dtstart=at(NEW_YORK, 2000, 1, 31, 8), **parts)
    return seconds(rule, at(NEW_YORK, 2000, 1, 1), at(NEW_YORK, 2100, 1, 1))


def composed():
    days = {(year, 12, 25) for year in range(2020, 2030)} | {(year, 7, 4) for year in range(2020, 2024)}
    first, last = at(NEW_YORK, 2020, 1, 1), at(NEW_YORK, 2030, 1, 1)
    rules = [
        rrule(DAILY, dtstart=at(NEW_YORK, 2020, 1, 1, 8)),
        rrule(DAILY, dtstart=at(NEW_YORK, 2020, 1, 1, 20)),
        rrule(HOURLY, interval=36, dtstart=at(NEW_YORK, 2020, 1, 1, 8).astimezone(timezone.utc)),
        rrule(DAILY, interval=14, dtstart=at(NEW_YORK, 2020, 1, 4, 12)),
    ]
    found = []
    for rule in rules:
        for moment in rule.between(first, last - timedelta(seconds=1), inc=True):
            local = moment.astimezone(NEW_YORK)
            if (local.year, local.month, local.day) not in days:
                found.append(int(moment.timestamp()))
    return sorted(found)


ROWS = {
    "W1": lambda: daily(at(NEW_YORK, 2000, 1, 1), at(NEW_YORK, 2100, 1, 1)),
    "W2": elapsed,
    "W3": weekly,
    "W4a": lambda: monthly(bymonthday=31),
    "W4b": lambda: monthly(byweekday=(MO, TU, WE, TH, FR), bysetpos=-1),
    "W5": composed,
    "W6": lambda: daily(at(NEW_YORK, 2020, 3, 4), at(NEW_YORK, 2020, 3, 11)),
    "W7": weekly,
}


def main(row):
    times = []
    for _ in range(6):
        start = time.process_time_ns()
        starts = ROWS[row]()
        times.append(time.process_time_ns() - start)
    per_query = row in ("W6", "W7")
    units = 1 if per_query else len(starts)
    line = {
        "row": row, "system": "dateutil",
        "nanoseconds": statistics.median(times[1:]) / units, "minimum": min(times[1:]) / units,
        "per": "query" if per_query else "occurrence",
        "count": len(starts), "checksum": "" if row == "W7" else str(sum(starts)),
    }
    print(json.dumps(line))


if __name__ == "__main__":
    main(sys.argv[1])
