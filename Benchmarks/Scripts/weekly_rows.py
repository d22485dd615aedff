"""Measures DuckDB or polars on grouping outcomes by patient, task and week, on one core.

    weekly_rows.py weekly-keyed duckdb|polars|duckdb-utc|polars-utc FOLDER

The folder has the columns that the benchmark wrote. The first two systems get rows labelled with their
week; the others have the instant in UTC, and compute the Monday in its zone. They get a table
for each zone, so that the zone is a constant. Loading is not measured; CPU time of this process.
"""

import datetime
import os
import sys

import numpy
from measuring import report

FIRST_MONDAY = datetime.date(2025, 1, 6)


def columns(folder):
    names = {"patient": "i4", "task": "i4", "week": "i4", "zone": "i4", "start": "i8"}
    return {
        name: numpy.fromfile(os.path.join(folder, f"{name}.{kind.replace('4', '32').replace('8', '64')}"), "<" + kind)
        for name, kind in names.items()}


def parts(data, zones):
    """The rows of each zone, with the zone's name."""
    for index, zone in enumerate(zones):
        chosen = data["zone"] == index
        yield zone, {name: data[name][chosen] for name in ("patient", "task", "start")}


def answer(task, week, count):
    """The result of groups by task and week number."""
    task, week, count = (numpy.asarray(column, "i8") for column in (task, week, count))
    return int(count.sum()), int((count * (1000 * task + week)).sum())


def weeks(mondays):
    """The numbers of weeks from their Mondays."""
    return (mondays.astype("datetime64[D]") - numpy.datetime64(FIRST_MONDAY)).astype("i8") // 7


def duckdb_rows(data, zones, from_utc):
    import duckdb

    database = duckdb.connect()
    database.execute("SET threads TO 1")
    if from_utc:
        for index, (_, part) in enumerate(parts(data, zones)):
            database.execute(
                f"CREATE TABLE part{index} AS SELECT patient, task, make_timestamptz(start * 1000000) "
                "AS start FROM part")
        rows = " UNION ALL ".join(
            f"SELECT patient, task, date_trunc('week', timezone('{zone}', start)) AS week FROM part{index}"
            for index, zone in enumerate(zones))
    else:
        labelled = {name: data[name] for name in ("patient", "task", "week")}
        database.execute("CREATE TABLE labelled AS SELECT * FROM labelled")
        rows = "labelled"
    query = f"SELECT patient, task, week, count(*) AS count FROM ({rows}) GROUP BY ALL"

    def result(groups):
        week = weeks(groups["week"]) if from_utc else groups["week"]
        return answer(groups["task"], week, groups["count"])

    return lambda: database.execute(query).fetchnumpy(), result


def polars_rows(data, zones, from_utc):
    os.environ["POLARS_MAX_THREADS"] = "1"
    import polars

    keys = ["patient", "task", "week"]
    if from_utc:
        frames = [
            (zone, polars.DataFrame(part).with_columns(
                polars.from_epoch("start", time_unit="s").dt.replace_time_zone("UTC")))
            for zone, part in parts(data, zones)]

        def work():
            local = [
                frame.lazy().select(
                    "patient", "task",
                    polars.col("start").dt.convert_time_zone(zone).dt.date().dt.truncate("1w")
                    .alias("week"))
                for zone, frame in frames]
            return polars.concat(local).group_by(keys).len().collect()
    else:
        labelled = polars.DataFrame({name: data[name] for name in keys})

        def work():
            return labelled.group_by(keys).len()

    def result(groups):
        week = weeks(groups["week"].to_numpy()) if from_utc else groups["week"].to_numpy()
        return answer(groups["task"].to_numpy(), week, groups["len"].to_numpy())

    return work, result


def main(row, system, folder):
    with open(os.path.join(folder, "zones.txt")) as file:
        zones = file.read().split("\n")
    rows = duckdb_rows if system.startswith("duckdb") else polars_rows
    report(row, system, *rows(columns(folder), zones, system.endswith("-utc")))


if __name__ == "__main__":
    main(*sys.argv[1:])
