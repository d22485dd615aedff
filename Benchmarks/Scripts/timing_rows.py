"""Measures dateutil on FHIR Timings: from the JSON to the first hundred instants of each.

    timing_rows.py fhir-timing dateutil FOLDER

The folder has timings.json, a list of {"timing": ..., "start": ...}, of patients in Berlin. The script supports only
the forms in it, and neither windows nor errors: the minimum of a custom program. CPU time of this process, per
Timing.
"""

import datetime
import itertools
import json
import os
import sys
import zoneinfo

from dateutil import rrule
from measuring import report

BERLIN = zoneinfo.ZoneInfo("Europe/Berlin")
UNITS = {"d": rrule.DAILY, "wk": rrule.WEEKLY}
DAYS = {name: number for number, name in enumerate(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])}


def moments(timing, start):
    repeat = json.loads(timing)["repeat"]
    begin = datetime.datetime.fromisoformat(start)
    if repeat["periodUnit"] == "h":
        step = repeat["period"] * 3600 // repeat.get("frequency", 1)
        return [int(begin.timestamp()) + step * number for number in range(100)]
    first = begin.astimezone(BERLIN).replace(tzinfo=None)
    found = []
    slots = [datetime.time.fromisoformat(text) for text in repeat["timeOfDay"]]
    days = rrule.rrule(
        UNITS[repeat["periodUnit"]], interval=repeat["period"], dtstart=first.replace(hour=0, minute=0),
        byweekday=[DAYS[name] for name in repeat.get("dayOfWeek", [])] or None)
    all_slots = (datetime.datetime.combine(day, slot) for day in days for slot in slots)
    late = (local for local in all_slots if local >= first)
    for local in itertools.islice(late, 100):
        found.append(int(local.replace(tzinfo=BERLIN).timestamp()))
    return found


def main(row, system, folder):
    with open(os.path.join(folder, "timings.json"), encoding="utf-8") as file:
        timings = [(json.dumps(each["timing"]), each["start"]) for each in json.load(file)]

    def work():
        count, total = 0, 0
        for timing, start in timings:
            found = moments(timing, start)
            count += len(found)
            total += sum(found)
        return count, total

    report(row, system, work, lambda result: (result[0], str(result[1])), units=len(timings), per="timing")


if __name__ == "__main__":
    main(*sys.argv[1:])
