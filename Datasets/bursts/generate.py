"""Writes the study with bursts: python3 Datasets/bursts/generate.py. It needs no package."""

import csv
import json
import math
import random
from datetime import date, datetime, time, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

FOLDER = Path(__file__).parent
LAST = date(2025, 10, 5)
PROMPTS = [time(9), time(14), time(20)]
SCHEDULE = {
    "elements": [
        {
            "id": "prompt",
            "after": {
                "event": "enrolment",
                "offset": "P1D",
                "which": "first",
                "until": {"event": "withdrawal"},
            },
            "cycle": {"on": 7, "off": 84},
            "times": ["09:00", "14:00", "20:00"],
            "window": {"closesAfter": "PT1H", "lateUntil": "PT3H"},
        }
    ]
}


def instant(local, zone):
    utc = local.replace(tzinfo=ZoneInfo(zone)).astimezone(timezone.utc)
    return utc.strftime("%Y-%m-%dT%H:%M:%SZ")


def participant(number, rng):
    zone = "America/New_York" if number % 4 == 0 else "Europe/Berlin"
    group = "reminder" if number % 2 else "usual"
    # Most enrol until the end of April, the last eight in summer.
    day = date(2025, 1, 7) + timedelta(days=int(rng.random() * 110))
    if number > 32:
        day = date(2025, 6, 10) + timedelta(days=int(rng.random() * 90))
    at = datetime.combine(day, time(9 + int(rng.random() * 8), 30 * int(rng.random() * 2)))
    return {"id": f"B{number:02}", "zone": zone, "group": group, "enrolment": at}


def events(person, number, rng):
    """The versions of the events of a participant, and when the participation ends."""
    at, zone = person["enrolment"], person["zone"]
    booked = at - timedelta(days=10 + int(rng.random() * 10))
    name = ["enrolment", at.isoformat(), "e1"]
    if number in (5, 18, 31):
        moved = at + timedelta(days=3 + number % 5)
        person["enrolment"] = moved
        later = [*name[:1], moved.isoformat(), "e1", instant(at - timedelta(days=1), zone)]
        return [[*name, instant(booked, zone), "", ""], [*later, "", "moved"]], None
    if number == 12:
        refused = instant(at - timedelta(days=2), zone)
        person["enrolment"] = None
        return [[*name, instant(booked, zone), "", ""], [*name, refused, "true", "refused"]], None
    if number == 27:
        person["enrolment"] = None
        return [], None
    versions = [[*name, instant(at, zone), "", ""]]
    if number in (3, 14, 22, 36):
        left = at + timedelta(days=4 + 60 * (number % 3))
        versions.append(["withdrawal", left.isoformat(), "w1", instant(left, zone), "", ""])
        return versions, left
    return versions, None


def outcomes(person, end, hold, rng):
    if person["enrolment"] is None:
        return
    first = person["enrolment"].date() + timedelta(days=1)
    level = 0.6 + 0.37 * rng.random() + (0.05 if person["group"] == "reminder" else 0)
    day = first
    while day <= LAST:
        burst, place = divmod((day - first).days, 91)
        is_bad_day = rng.random() < 0.08
        for prompt in PROMPTS:
            chance = level - 0.07 * burst - (0.1 if prompt.hour == 14 else 0)
            answer, delay = rng.random(), rng.random()
            planned = datetime.combine(day, prompt)
            is_over = end is not None and day >= end.date()
            is_held = hold is not None and hold[0] <= day < hold[1]
            if place >= 7 or is_over or is_held or is_bad_day or answer >= chance:
                continue
            taken = planned + timedelta(seconds=int(min(175, -25 * math.log(1 - delay)) * 60))
            yield [planned.isoformat(), instant(taken, person["zone"])]
        day += timedelta(days=1)


def write(name, header, rows):
    with open(FOLDER / name, "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([header, *rows])


def main():
    rng = random.Random(20251121)
    patients, named, holds, answers = [], [], [], []
    for number in range(1, 41):
        person = participant(number, rng)
        versions, end = events(person, number, rng)
        hold = None
        if number in (7, 16, 29, 35):
            # Half of a burst, at home or abroad.
            start = person["enrolment"].date() + timedelta(days=4 + (91 if number < 20 else 0))
            hold = (start, start + timedelta(days=3 + number % 5))
            holds.append([person["id"], *map(str, hold), "ill" if number % 2 else "abroad"])
        patients.append([person["id"], person["zone"], person["group"]])
        named += [[person["id"], *version] for version in versions]
        answers += [
            [person["id"], "prompts", "prompt@enrolment#1", *answer]
            for answer in outcomes(person, end, hold, rng)
        ]
    write("patients.csv", ["id", "zone", "group"], patients)
    columns = ["patient", "event", "time", "id", "recordedAt", "deleted", "note"]
    write("namedEvents.csv", columns, named)
    write("holds.csv", ["patient", "from", "to", "reason"], holds)
    write("outcomes.csv", ["patient", "task", "element", "nominal", "time"], answers)
    with open(FOLDER / "tasks.ndjson", "w") as file:
        for person in patients:
            task = {"patient": person[0], "id": "prompts", "title": "Diary prompts"}
            print(json.dumps({**task, "schedule": SCHEDULE}), file=file)


if __name__ == "__main__":
    main()
