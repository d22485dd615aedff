"""Batches of queries, and compressed files: a few bytes that expand to very many."""

import gzip
import itertools
import json
import pathlib

from inputs import UTC, text
from sent import PATIENT, administration, collection, request

from .registry import SIZE, filled, worst

REGRESSIONS = pathlib.Path(__file__).resolve().parents[2] / "Fuzzing" / "Regressions" / "arrow"
EVERY_DAY = ["--schedule", "every day at 08:00"]


def batch(name, *lines, size=95_000):
    """As many lines as fit, repeated in a cycle."""

    @worst(name)
    def make(place):
        made = filled(lambda i: json.dumps(lines[i % len(lines)]) + "\n", size)
        return [["expand", "--batch", text(place / "a.ndjson", "".join(made))]]


def question(first="2024-01-01", last="2025-01-01", limit=1, zone="America/New_York", start="2024-01-01", **element):
    element = {"start": f"{start}T00:00:00", "rule": "FREQ=SECONDLY", "timeZone": zone, **element}
    return {"schedule": {"elements": [element]}, "from": first, "to": last, "limit": limit}


batch("questions before every second that comes twice", question("2023-01-01", "2024-01-01", overlap="both"))
batch("questions far behind every second that comes twice", question("9998-03-14", "9998-03-15", overlap="both"))
batch("questions far behind every second but those that clocks skip",
      question("9998-03-14", "9998-03-15", gap="skip", overlap="last"))
batch("questions over all centuries of seconds that clocks skip", question(
    "2024-01-01", "9999-01-01", gap="skip", rule="FREQ=SECONDLY;BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU;BYHOUR=2"),
      size=2_000)
batch("questions behind seconds of some days", question("9998-01-01", "9999-01-01", overlap="both", start="0001-01-01",
                                                        rule="FREQ=SECONDLY;INTERVAL=3601;BYMONTH=1,11;BYHOUR=1,2"), size=2_000)
batch("questions about those under way for a century", {
    **question("2924-01-01", "2924-01-02", overlap="both", duration="P100Y"), "overlap": True})


@worst("one question about a million seconds", seconds=4)
def million(place):
    line = {"schedule": {"elements": [{"start": "2024-01-01T00:00:00", "every": "PT1S"}]},
            "from": "2024-01-01", "to": "2025-01-01"}
    return [["expand", "--batch", text(place / "a.ndjson", json.dumps(line) + "\n")]]


def packed(name, suffix, parts, *more):
    """A gzip file of generated parts: memory of this process would count as the command's."""

    @worst(name)
    def make(place):
        file = place / f"a{suffix}"
        with gzip.open(file, "wt", 9) as out:
            out.writelines(parts)
        assert file.stat().st_size <= SIZE, f"{name}: {file.stat().st_size} bytes"
        out = ["--out", str(place / "out"), "--max-rejected", "100%"]
        return [["check", str(file), *UTC], ["report", str(file), *UTC, *more, *out]]


def rows(count):
    return itertools.chain(["patient,time\n"], itertools.repeat("ann,2025-01-06T08:00:00\n", count))


def resources(count):
    first = [json.dumps(PATIENT) + "\n", json.dumps(request(0)) + "\n"]
    return itertools.chain(first, itertools.repeat(json.dumps(administration(1)) + "\n", count))


def members(count):
    head = json.dumps(PATIENT)[:-1] + ',"extension":['
    return itertools.chain([head], itertools.repeat("{},", count), ["{}]}\n"])


DAYS = ["--from", "2025-01-01", "--to", "2025-03-01"]
packed("rows of a table in gzip", ".csv.gz", rows(150_000), *EVERY_DAY, *DAYS)
packed("rows of a table in gzip, beyond its size", ".csv.gz", rows(1_200_000), *EVERY_DAY, *DAYS)
packed("resources in gzip", ".ndjson.gz", resources(15_000), *DAYS)
packed("resources in gzip, beyond their size", ".ndjson.gz", resources(80_000), *DAYS)
packed("one resource in gzip", ".json.gz", members(1_300_000), *DAYS)
packed("one resource in gzip, beyond its size", ".json.gz", members(20_000_000), *DAYS)
packed("a document and white space in gzip", ".json.gz",
       [collection([PATIENT, request(0)])[:-1], *[" " * 10_000] * 400, "}"], *DAYS)


@worst("rows of an Arrow file of a few bytes")
def arrow_rows(place):
    file = str(REGRESSIONS / "rows-of-few-bytes")
    return [["check", file], ["report", file, *EVERY_DAY, *UTC, *DAYS, "--out", str(place / "out")]]


@worst("nulls of an Arrow file of a few bytes")
def arrow_nulls(place):
    file = str(REGRESSIONS / "millions-of-nulls")
    return [["check", file], ["report", file, *EVERY_DAY, *UTC, *DAYS, "--out", str(place / "out")]]
