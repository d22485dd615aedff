"""Measures pandas on weekly summaries of each patient's recorded values.

    value_rows.py values pandas FOLDER

The folder has the columns that the benchmark wrote: patient, week, amount. Loading is not measured; CPU time of
this process. There is no plan, so gaps and ranges are not computed.
"""

import os
import sys

import numpy
import pandas
from measuring import report


def main(row, system, folder):
    names = {"patient": "i4", "week": "i4", "amount": "f8"}
    data = pandas.DataFrame({
        name: numpy.fromfile(
            os.path.join(folder, f"{name}.{kind.replace('4', '32').replace('8', '64')}"), "<" + kind)
        for name, kind in names.items()})

    def work():
        groups = data.groupby(["patient", "week"])["amount"]
        numbers = groups.agg(["count", "mean", "std", "min", "max"])
        return numbers, groups.quantile([0.25, 0.5, 0.75])

    def answer(result):
        numbers, quartiles = result
        total = numbers[["mean", "std", "min", "max"]].fillna(0).to_numpy().sum()
        return int(numbers["count"].sum()), f"{total + quartiles.sum():.3f}"

    report(row, system, work, answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
