"""Measures pyarrow on reading a table of outcomes from CSV into typed columns, on one core.

    read_rows.py read-rows pyarrow FOLDER

The folder is the dataset that the benchmark wrote. Ids become dictionaries, nominal times local timestamps
and times timestamps in UTC, as in the engine; tasks, states and warnings are not computed.
"""

import os
import sys

import pyarrow
import pyarrow.compute
import pyarrow.csv
from measuring import report


def main(row, system, folder):
    path = os.path.join(folder, "outcomes.csv")
    text = pyarrow.dictionary(pyarrow.int32(), pyarrow.string())
    types = {name: text for name in ("patient", "task", "element", "units", "kind", "type", "status")}
    types |= {"nominal": pyarrow.timestamp("s"), "time": pyarrow.timestamp("s", "UTC"), "value": pyarrow.float64(),
              "id": pyarrow.string(), "recordedAt": pyarrow.timestamp("s", "UTC"), "more": pyarrow.string()}

    def read():
        return pyarrow.csv.read_csv(
            path, read_options=pyarrow.csv.ReadOptions(use_threads=False),
            convert_options=pyarrow.csv.ConvertOptions(column_types=types, strings_can_be_null=True))

    def answer(table):
        patients = table["patient"].cast(pyarrow.string()).to_pylist()
        times = table["time"].cast(pyarrow.int64()).to_pylist()
        chosen = (time for patient, time in zip(patients, times) if int(patient[1:]) % 50 == 0)
        return table.num_rows, sum(time for time in chosen if time is not None)

    pyarrow.set_cpu_count(1)
    report(row, system, read, answer)


main(*sys.argv[1:])
