"""Measures pandas on the doses of the dataset: expand, match to nearest, states, weeks; all patients at once.

    nearest_rows.py nearest pandas

Columns over the whole cohort, without loops over patients, occurrences or events, except one over the few events
that follow another within the minimum wait. Reading is not measured; CPU time of this process.
"""

import json
import os
import sys

import numpy
import pandas
from measuring import report

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../Datasets/monitoring")
AS_OF = pandas.Timestamp("2025-12-31T22:00:00Z").timestamp()
BOUNDARY = pandas.Timedelta(hours=3)
FIRST_MONDAY = pandas.Timestamp("2025-01-13")
WEEKS = 52
MIN_WAIT = 900
# An offset per patient greater than any timestamp, so that one sorted column serves all patients.
APART = 10**10


def read():
    patients = pandas.read_csv(os.path.join(FOLDER, "patients.csv"))
    number = {name: index for index, name in enumerate(patients["id"])}
    plans = []
    with open(os.path.join(FOLDER, "tasks.ndjson")) as file:
        for line in file:
            task = json.loads(line)
            if task["id"] != "med":
                continue
            element = task["schedule"]["elements"][0]
            start = pandas.Timestamp(element["start"])
            times = element.get("times", [element["start"][11:16]])
            plans.append((
                number[task["patient"]], start.normalize(), pandas.Timestamp(element["end"]),
                [pandas.Timedelta(time + ":00") for time in times]))
    events = pandas.read_csv(os.path.join(FOLDER, "outcomes.csv"), usecols=["patient", "task", "time"])
    events = events[events["task"] == "med"]
    moments = pandas.to_datetime(events["time"], utc=True).dt.tz_localize(None)
    seconds = moments.to_numpy().astype("datetime64[s]").astype("i8")
    owner = events["patient"].map(number).to_numpy("i8")
    holds = pandas.read_csv(os.path.join(FOLDER, "holds.csv"))
    rests = pandas.DataFrame({
        "patient": holds["patient"].map(number).to_numpy("i8"),
        "start": local(pandas.to_datetime(holds["from"]), patients["zone"][0]),
        "end": local(pandas.to_datetime(holds["to"]), patients["zone"][0])})
    assert (patients["zone"] == patients["zone"][0]).all() and (holds["mode"] == "exclude").all()
    return patients["zone"][0], plans, owner, seconds, rests


def local(moments, zone):
    """Seconds since 1970 of local times: skipped ones move by an hour, repeated ones are the first."""
    times = pandas.DatetimeIndex(moments)
    aware = times.tz_localize(
        zone, ambiguous=numpy.ones(len(times), bool), nonexistent=pandas.Timedelta(hours=1))
    return aware.tz_convert("UTC").tz_localize(None).to_numpy().astype("datetime64[s]").astype("i8")


def expand(zone, plans):
    """Each patient's local times, sorted by instant, with instant and week."""
    lengths = [(end - start).days * len(times) for _, start, end, times in plans]
    nominal = numpy.concatenate([
        (pandas.date_range(start, end, inclusive="left").to_numpy()[:, None]
         + numpy.array([time.to_timedelta64() for time in times])).ravel()
        for _, start, end, times in plans])
    patient = numpy.repeat([plan[0] for plan in plans], lengths)
    days = (nominal - BOUNDARY.to_timedelta64()).astype("datetime64[D]")
    week = (days - numpy.datetime64(FIRST_MONDAY, "D")).astype("i8") // 7
    return patient, local(nominal, zone), week


def bounds(patient, start):
    """The interval of each occurrence: midpoints between neighbours, mirrored at both ends."""
    gap = numpy.diff(start)
    is_last = numpy.append(patient[1:] != patient[:-1], True)
    is_first = numpy.append(True, is_last[:-1])
    after = numpy.append(gap, 0)
    before = numpy.append(0, gap)
    after = numpy.where(is_last, before, after)
    before = numpy.where(is_first, after, before)
    return start - before / 2, start + after / 2


def keep(owner, seconds):
    """The events that do not follow the last accepted one within the minimum wait."""
    kept = numpy.ones(len(seconds), bool)
    close = numpy.flatnonzero((numpy.diff(seconds) < MIN_WAIT) & (numpy.diff(owner) == 0)) + 1
    for index in close:
        last = index - 1
        while not kept[last]:
            last -= 1
        kept[index] = owner[last] != owner[index] or seconds[index] - seconds[last] >= MIN_WAIT
    return kept


def work(zone, plans, owner, seconds, rests):
    patient, start, week = expand(zone, plans)
    lower, upper = bounds(patient, start)
    known = seconds <= AS_OF
    order = numpy.lexsort((seconds[known], owner[known]))
    owner, seconds = owner[known][order], seconds[known][order]
    place = numpy.searchsorted(lower + patient * APART, seconds + owner * APART, side="right") - 1
    inside = (place >= 0) & (patient[place] == owner) & (seconds < upper[place])
    owner, seconds, place = owner[inside], seconds[inside], place[inside]
    kept = keep(owner, seconds)
    matched = pandas.DataFrame({
        "place": place[kept], "seconds": seconds[kept],
        "distance": numpy.abs(seconds[kept] - start[place[kept]])})
    matched = matched.sort_values(["place", "distance", "seconds"]).drop_duplicates("place")
    frame = pandas.DataFrame({"patient": patient, "week": week, "start": start, "upper": upper})
    frame["time"] = numpy.nan
    frame.loc[matched["place"].to_numpy(), "time"] = matched["seconds"].to_numpy()
    held = numpy.zeros(len(frame), bool)
    for rest in rests.itertuples():
        mine = slice(*numpy.searchsorted(patient, [rest.patient, rest.patient + 1]))
        held[mine] |= (start[mine] >= rest.start) & (start[mine] < rest.end)
    taken = frame["time"].notna().to_numpy()
    frame["state"] = numpy.select(
        [held, taken, frame["upper"] > AS_OF], ["suspended", "completed", "pending"], "missed")
    frame["due"] = ~held & (frame["upper"] <= AS_OF)
    frame["completed"] = frame["due"] & taken
    inside = (frame["week"] >= 0) & (frame["week"] < WEEKS)
    return frame[inside].groupby(["patient", "week"])[["due", "completed"]].sum()


def answer(weeks):
    patient = weeks.index.get_level_values("patient").to_numpy("i8")
    week = weeks.index.get_level_values("week").to_numpy("i8")
    due, completed = (weeks[name].to_numpy("i8") for name in ("due", "completed"))
    return int(due.sum()), int(((1000 * patient + week) * (due + 100 * completed)).sum())


def main(row, system):
    data = read()
    report(row, system, lambda: work(*data), answer, units=200, per="patient")


if __name__ == "__main__":
    main(*sys.argv[1:3])
