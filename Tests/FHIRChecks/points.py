"""Validates every data point that the tool writes against the Open mHealth schemas.

    python points.py FILE...

The rules are those of data-point 1.0, header 1.2, medication-adherence-percent 2.0, single-medication-dose-taken 1.0
and reason-single-medication-dose-not-taken 1.0. Then the first point of each schema is damaged, part by part, and
each damage must be detected.
"""

import copy
import datetime
import json
import sys
from collections import Counter

DOSE_UNITS = set(
    "%|AU|AU/mL|bar|BAU|BAU/mL|bead|BU|capsule|CCID_50|cellular sheet|Ci|cloth|cm^2|D'ag'U|disc|dL|douche|drop|FFU|g|"
    "globule|granule|gum|hp_C|hp_M|hp_Q|hp_X|IU|IU/L|IU/mL|kp_C|L|Lf|LfU/mL|lozenge|mCi|mCi/mL|mEq|mg|mg/actuat|mg/hr|"
    "mg/mg|mg/mL|mL|mmol|mol|mU|ng|nmol|organisms|pastille|patch|pellet|PFU|pill|PNU|PNU/mL|pouch|puff|ring|salve|"
    "stick|strip|suppository|swab|tablet|tampon|tape|tbsp|TCID_50|tsp|U|uCi|ug|ug/mL|uL|umol|unt|unt/mL|USP'U|vial|"
    "wafer|X".split("|")
)


def instant(text):
    """An RFC 3339 date-time with an offset."""
    if datetime.datetime.fromisoformat(text).tzinfo is None:
        raise ValueError(f"{text} has no offset")
    return text


def text(value):
    if not isinstance(value, str) or not value:
        raise ValueError(f"{value!r} is no text")


def number(value):
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ValueError(f"{value!r} is no number")


def listed(value):
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")


def one_of(*allowed):
    def check(value):
        if value not in allowed:
            raise ValueError(f"{value!r} is none of {sorted(allowed)}")

    return check


def has(**parts):
    """An object with exactly these members; a name that ends in `_` is optional."""

    def check(value):
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is no object")
        for name in value:
            if name not in parts and f"{name}_" not in parts:
                raise ValueError(f"{name} is unknown")
        for name, rule in parts.items():
            if name.rstrip("_") in value:
                rule(value[name.rstrip("_")])
            elif not name.endswith("_"):
                raise ValueError(f"{name} is missing")

    return check


def frame(value):
    """An instant or an interval, and not both."""
    has(date_time_=instant, time_interval_=has(start_date_time=instant, end_date_time=instant))(value)
    if len(value) != 1:
        raise ValueError("a time frame is one of two")
    bounds = value.get("time_interval")
    if bounds and bounds["end_date_time"] <= bounds["start_date_time"]:
        raise ValueError("an interval ends after it starts")


MEDICATION = has(generic_name=text, strength=listed)
BODIES = {
    ("medication-adherence-percent", "2.0"): has(
        medication_prescription=has(medication=MEDICATION, schedule=listed),
        effective_time_frame=frame,
        medication_adherence_percent=has(value=number, unit=one_of("%")),
    ),
    ("single-medication-dose-taken", "1.0"): has(
        medication=MEDICATION, dose=has(value=number, unit=one_of(*DOSE_UNITS)), effective_time_frame=frame),
    ("reason-single-medication-dose-not-taken", "1.0"): has(
        medication=MEDICATION, effective_time_frame=frame, reason_for_missing_dose=text),
}
POINT = has(
    header=has(
        id=text,
        creation_date_time=instant,
        schema_id=has(namespace=one_of("omh"), name=text, version=text),
        user_id_=text,
    ),
    body=lambda body: None,
)


def problem(point):
    """The problem of a point; None if it is valid."""
    try:
        POINT(point)
        schema = point["header"]["schema_id"]
        BODIES[schema["name"], schema["version"]](point["body"])
    except (KeyError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return None


def damaged(value, path=()):
    """Copies of the value without one of its parts, and with a part of another type."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name != "user_id":
                yield path + (name,), {other: value[other] for other in value if other != name}
            for place, broken in damaged(part, path + (name,)):
                yield place, {**value, name: broken}
    else:
        yield path + ("a list",), 17 if isinstance(value, list) else []


def main():
    failures, count, ids, examples = [], Counter(), Counter(), {}
    for file in sys.argv[1:]:
        for line, content in enumerate(open(file), 1):
            point = json.loads(content)
            if wrong := problem(point):
                failures.append(f"{file}:{line}: {wrong}")
                continue
            name = point["header"]["schema_id"]["name"]
            count[name] += 1
            ids[point["header"]["id"]] += 1
            examples.setdefault(name, point)
    failures += [f"{name} is there {times} times" for name, times in ids.items() if times > 1]
    failures += [
        f"{name}: nothing is found wrong without {'.'.join(place)}"
        for name, point in examples.items()
        for place, broken in damaged(copy.deepcopy(point))
        if problem(broken) is None
    ]
    if not count:
        failures.append("there is no data point")
    print(*failures[:50], sep="\n", end="\n" if failures else "")
    print(f"Open mHealth: {', '.join(f'{n} {name}' for name, n in sorted(count.items()))}; {len(failures)} failures")
    sys.exit(bool(failures))


main()
