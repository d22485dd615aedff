"""Random frames with a known result, with typical defects: no wrong result without a message."""

from __future__ import annotations

import random
from datetime import datetime, time, timedelta, timezone
from typing import Any, Callable
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import doors
import regimen

PLAN = "every day at 08:00 and 20:00"
FIRST = datetime(2025, 3, 3)
DAYS = {"start": "2025-03-03", "end": "2025-03-17", "plan_start": "2025-03-03"}
DOSES = 84
NEW_YORK = ZoneInfo("America/New_York")


class Dose:
    """A planned dose, and the time at which it was taken."""

    def __init__(self, draw: random.Random, patient: str, planned: datetime) -> None:
        self.patient, self.planned = patient, planned
        self.is_taken = draw.random() < 0.8
        self.time = planned + timedelta(minutes=draw.randint(-40, 40), seconds=draw.randint(1, 59))


def planned(draw: random.Random) -> list[Dose]:
    return [
        Dose(draw, patient, FIRST + timedelta(days=day, hours=hour))
        for day in range(14)
        for patient in ("A01", "B12", "C30")
        for hour in (8, 20)
    ]


def events(doses: list[Dose], write: Callable[[datetime], Any]) -> pd.DataFrame:
    """Creates one row per dose taken."""
    taken = [dose for dose in doses if dose.is_taken]
    return pd.DataFrame(
        {"patient": [dose.patient for dose in taken], "time": [write(d.time) for d in taken]}
    )


def diary(doses: list[Dose], words: tuple[Any, Any], name: str = "status") -> pd.DataFrame:
    """Creates one row per planned dose, with a word for taken or not taken."""
    return pd.DataFrame(
        {
            "patient": [dose.patient for dose in doses],
            "time": [dose.planned for dose in doses],
            name: [words[0] if dose.is_taken else words[1] for dose in doses],
        }
    )


def clocks(doses: list[Dose]) -> pd.DataFrame:
    """Creates rows with date and time of day in two columns."""
    frame = events(doses, lambda time: time)
    return pd.DataFrame(
        {
            "patient": frame.patient,
            "date": [time.date() for time in frame.time],
            "clock": [time.time().replace(second=0) for time in frame.time],
        }
    )


def pivoted(doses: list[Dose]) -> pd.DataFrame:
    """Creates one row per day, with columns for morning and evening."""
    rows: dict[Any, dict[str, Any]] = {}
    for dose in doses:
        day = rows.setdefault((dose.patient, dose.planned.date()), {})
        day["morning" if dose.planned.hour == 8 else "evening"] = int(dose.is_taken)
    return pd.DataFrame(
        [{"patient": patient, "date": day, **cells} for (patient, day), cells in rows.items()]
    )


def serial(time: datetime) -> float:
    return (time - datetime(1899, 12, 30)) / timedelta(days=1)


#: The layouts of tables, and the options that they need.
FORMS: dict[str, tuple[Callable[[list[Dose]], pd.DataFrame], dict[str, Any]]] = {
    "times": (lambda doses: events(doses, lambda time: time), {}),
    "texts": (lambda doses: events(doses, str), {}),
    "days first": (lambda doses: events(doses, lambda t: t.strftime("%d.%m.%Y %H:%M")), {}),
    "months first": (lambda doses: events(doses, lambda t: t.strftime("%m/%d/%Y %I:%M %p")), {}),
    "named months": (lambda doses: events(doses, lambda t: t.strftime("%d-%b-%Y %H:%M:%S")), {}),
    "zoned": (lambda doses: events(doses, lambda time: time.replace(tzinfo=NEW_YORK)), {}),
    "offsets": (lambda doses: events(doses, lambda t: t.strftime("%Y-%m-%dT%H:%M:%S-05:00")), {}),
    "seconds": (
        lambda doses: events(doses, lambda t: int(t.replace(tzinfo=NEW_YORK).timestamp())),
        {"zone": "America/New_York"},
    ),
    "serials": (lambda doses: events(doses, serial), {}),
    "clocks": (clocks, {}),
    "statuses": (lambda doses: diary(doses, ("taken", "missed")), {}),
    "truths": (lambda doses: diary(doses, (True, False), "taken"), {}),
    "flags": (lambda doses: diary(doses, (1, 0), "taken"), {}),
    "amounts": (lambda doses: diary(doses, (2.5, 0.0), "dose"), {}),
    "pivoted": (pivoted, {}),
}


def with_row(frame: pd.DataFrame, draw: random.Random, **cells: Any) -> pd.DataFrame:
    """Appends a copy of a row with some cells replaced."""
    row = frame.iloc[draw.randrange(len(frame))].to_dict()
    return pd.DataFrame([*frame.to_dict("records"), {**row, **cells}], columns=frame.columns)


def times(frame: pd.DataFrame) -> str:
    return "time" if "time" in frame else "date"


def twice(frame: pd.DataFrame, draw: random.Random) -> pd.DataFrame:
    """Duplicates some rows."""
    return pd.concat([frame, frame.sample(draw.randint(1, 6), random_state=draw.randrange(99))])


def reopened(frame: pd.DataFrame, draw: random.Random) -> pd.DataFrame:
    """Adds openings of a cap minutes after another, if the times are datetimes."""
    if not pd.api.types.is_datetime64_any_dtype(frame[times(frame)]) or len(frame.columns) > 2:
        return frame
    again = frame.sample(draw.randint(1, 6), random_state=draw.randrange(99))
    return pd.concat([frame, again.assign(time=again.time + pd.Timedelta(minutes=3))])


def respelled(frame: pd.DataFrame, draw: random.Random) -> pd.DataFrame:
    """Changes the spelling of the id in some rows."""
    change = draw.choice([str.lower, lambda id: f" {id}", lambda id: f"{id} ", lambda id: f"0{id}"])
    chosen = [draw.random() < 0.2 for _ in range(len(frame))]
    ids = [change(id) if is_chosen else id for id, is_chosen in zip(frame.patient, chosen)]
    return frame.assign(patient=ids)


def typed(frame: pd.DataFrame, draw: random.Random) -> pd.DataFrame:
    """Changes the type of the ids."""
    kind = draw.choice(["category", "string", "object", pd.ArrowDtype(pa.string())])
    return frame.assign(patient=frame.patient.astype(kind))


def widened(frame: pd.DataFrame, draw: random.Random) -> pd.DataFrame:
    """Adds columns that are unrelated to doses."""
    count = len(frame)
    others = {
        "row": range(1, count + 1),
        "created_at": pd.Timestamp("2025-04-01T12:00", tz="UTC"),
        "birth_date": "1961-02-03",
        "note": [draw.choice(["", "felt well", "late bus"]) for _ in range(count)],
        "battery": [draw.randint(40, 99) for _ in range(count)],
    }
    chosen = draw.sample(sorted(others), 2)
    return frame.assign(**{name: others[name] for name in chosen})


#: The defects of frames.
POLLUTIONS: dict[str, Callable[[pd.DataFrame, random.Random], pd.DataFrame]] = {
    "shuffled": lambda frame, draw: frame.sample(frac=1, random_state=draw.randrange(99)),
    "twice": twice,
    "reopened": reopened,
    "respelled": respelled,
    "typed": typed,
    "widened": widened,
    "no id": lambda frame, draw: with_row(
        frame, draw, patient=draw.choice([None, np.nan, "nan", "None", "", "  "])
    ),
    "no time": lambda frame, draw: with_row(frame, draw, **{times(frame): None}),
    "total": lambda frame, draw: with_row(
        frame, draw, **{**dict.fromkeys(frame.columns), "patient": "Total"}
    ),
    "null in id": lambda frame, draw: with_row(frame, draw, patient="A\0"),
    "footer": lambda frame, draw: with_row(
        frame, draw, **{**dict.fromkeys(frame.columns), "patient": "Exported on 2025-04-01"}
    ),
    "names": lambda frame, draw: frame.rename(
        columns={"patient": draw.choice(["Subject ID", "participant", "pid", "MemberID"])}
    ),
}


def far(frame: pd.DataFrame, draw: random.Random) -> pd.DataFrame:
    """Adds a row with a placeholder date or a mistyped year."""
    day = draw.choice([datetime(1900, 1, 1), datetime(2052, 3, 9, 8)])
    return with_row(frame, draw, time=day)


#: Conversions to the kinds of input.
MAKERS: dict[str, Callable[[pd.DataFrame], Any]] = {
    "pandas": lambda frame: frame,
    "polars": pl.from_pandas,
    "pyarrow": lambda frame: pa.Table.from_pandas(frame, preserve_index=False),
    "dictionary": lambda frame: frame.to_dict("list"),
    "records": lambda frame: frame.to_dict("records"),
}


def polluted(draw: random.Random) -> tuple[str, Any, float, dict[str, Any]]:
    """Draws a frame: its description, the frame, the true percentage, and its options."""
    doses = planned(draw)
    truth = 100 * sum(dose.is_taken for dose in doses) / DOSES
    form = draw.choice(sorted(FORMS))
    make, options = FORMS[form]
    frame = make(doses)
    names = draw.sample(sorted(POLLUTIONS), draw.randint(0, 2))
    if form == "times" and draw.random() < 0.2:
        frame, names = far(frame, draw), ["far", *names]
    # Columns are renamed last, since the other changes use the old names.
    for name in sorted(names, key=lambda name: name == "names"):
        if name in POLLUTIONS:
            frame = POLLUTIONS[name](frame, draw)
    maker = draw.choice(sorted(MAKERS))
    try:
        made = MAKERS[maker](frame)
    except (pa.ArrowException, TypeError, ValueError):
        maker, made = "pandas", frame
    return f"{form}, {', '.join(names) or 'clean'}, {maker}", made, truth, options


@pytest.mark.parametrize("block", range(10))
def test_no_false_number_without_a_word(block: int) -> None:
    right, false, counts = 0, [], 60
    for seed in range(block * counts, (block + 1) * counts):
        name, frame, truth, options = polluted(random.Random(seed))
        asked = {"schedule": PLAN, **DAYS, **options, "tables": ["cohort"]}
        found, told = doors.answer(lambda: regimen.adherence(frame, **asked))
        right += found is not None and abs(found - truth) < 0.06
        if doors.is_false(truth, found, told):
            false.append(f"{seed}: {name}: {found} in place of {truth:.1f}")
    assert not false, "\n".join(false)
    assert right >= counts * 0.6, right
