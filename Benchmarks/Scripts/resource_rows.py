"""Measures other libraries on a folder of MedicationAdministrations, one resource per line.

    resource_rows.py fhir-bulk json|polars FOLDER

Both parse the time and the request of each administration and sum the times, without patients or plans.
CPU time of this process, per megabyte.
"""

import datetime
import glob
import json
import os
import sys

from measuring import report


def by_json(paths):
    count, total = 0, 0
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                resource = json.loads(line)
                if resource["resourceType"] != "MedicationAdministration" or "reference" not in resource["request"]:
                    continue
                count += 1
                total += int(datetime.datetime.fromisoformat(resource["effectiveDateTime"]).timestamp())
    return count, total


def by_polars(paths):
    import polars

    data = polars.concat([polars.read_ndjson(path) for path in paths])
    data = data.filter(polars.col("request").struct.field("reference").is_not_null())
    times = data["effectiveDateTime"].str.to_datetime("%+", time_unit="ms", time_zone="UTC")
    return len(times), int(times.dt.epoch("s").sum())


def main(row, system, folder):
    paths = sorted(glob.glob(os.path.join(folder, "MedicationAdministration*.ndjson")))
    size = sum(os.path.getsize(path) for path in paths) / 1e6
    read = {"json": by_json, "polars": by_polars}[system]
    report(row, system, lambda: read(paths), lambda result: (result[0], str(result[1])), units=size,
           per="megabyte", runs=3)


if __name__ == "__main__":
    main(*sys.argv[1:])
