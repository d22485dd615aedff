"""Measures NumPy and SciPy on some of the measures of single patients.

    measure_rows.py measures scipy FOLDER

It computes a part of the engine's measures: lateness and trends, without intervals, coverage, phases and
patterns. Reading is not measured; CPU time of this process.
"""

import os
import sys
import warnings

import numpy
from measuring import report
from scipy import stats


def patients(folder):
    """For each patient the days, whether the dose was taken, whether its day is evaluable, and the lateness."""
    with open(os.path.join(folder, "courses.csv")) as file:
        for block in file.read().split("\n\n")[:-1]:
            rows = [line.split(",") for line in block.strip().split("\n") if line]
            days = numpy.array([int(row[0]) for row in rows])
            taken = numpy.array([row[1] == "1" for row in rows], bool)
            judged = numpy.array([row[2] == "1" for row in rows], bool)
            late = numpy.array([int(row[3]) for row in rows if row[3]], float)
            yield days, taken, judged, late


def trend(days, taken):
    weeks, places = numpy.unique((days + 3) // 7, return_inverse=True)
    if len(weeks) < 4:
        return 0, 0, 0
    ratios = numpy.bincount(places, taken) / numpy.bincount(places)
    signs = numpy.sign(ratios[None, :] - ratios[:, None])[numpy.triu_indices(len(ratios), 1)]
    tau = stats.kendalltau(weeks, ratios).statistic
    return stats.theilslopes(ratios, weeks - weeks[0])[0], 0 if numpy.isnan(tau) else tau, signs.sum()


def measures(days, taken, judged, late):
    if len(days) == 0:
        return numpy.zeros(5)
    minutes = late / 60
    middle = numpy.median(minutes) if len(minutes) else 0
    spread = 1.4826 * numpy.median(abs(minutes - middle)) if len(minutes) else 0
    mean = minutes.mean() if len(minutes) else 0
    return numpy.array([mean, spread, *trend(days, taken)])


def main(row, system, folder):
    warnings.simplefilter("ignore")
    courses = list(patients(folder))

    def work():
        return sum(measures(*course) for course in courses)

    def answer(sums):
        return len(courses), " ".join(f"{number:.4f}" for number in sums)

    report(row, system, work, answer, units=len(courses), per="patient", runs=3)


if __name__ == "__main__":
    main(*sys.argv[1:4])
