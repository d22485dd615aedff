"""Measures icalendar and recurring-ical-events on the occurrences that start in a year of a calendar.

    calendar_rows.py icalendar recurring-ical-events FOLDER

CPU time of this process, from the text of calendar.ics to the list of starts; per occurrence.
"""

import datetime
import os
import sys

import icalendar
import recurring_ical_events
from measuring import report


def main(row, system, folder):
    with open(os.path.join(folder, "calendar.ics"), "rb") as file:
        text = file.read()
    year = (datetime.datetime(2025, 1, 1, tzinfo=datetime.timezone.utc),
            datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc))

    def work():
        calendar = icalendar.Calendar.from_ical(text)
        events = recurring_ical_events.of(calendar).between(*year)
        starts = [int(event["DTSTART"].dt.timestamp()) for event in events]
        return len(starts), sum(starts)

    report(row, system, work, lambda result: (result[0], str(result[1])), per="occurrence", runs=3)


if __name__ == "__main__":
    main(*sys.argv[1:])
