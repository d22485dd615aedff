"""Measures NumPy and SciPy on some of the measures of single patients.

    measure_rows.py measures scipy FOLDER

It does a part of what the engine does there: intervals, lateness, charts and trends, without change
points, coverage, phases and patterns. Reading is not measured; CPU time of this process.
"""

import os
import sys
import warnings

import numpy
from measuring import report
from scipy import signal, stats


def patients(folder):
    """Of each patient the days, whether the dose was taken and its day can be judged, and how late it was."""
    with open(os.path.join(folder, "courses.csv")) as file:
        for block in file.read().split("\n\n")[:-1]:
            rows = [line.split(",") for line in block.strip().split("\n") if line]
            days = numpy.array([int(row[0]) for row in rows])
            taken = numpy.array([row[1] == "1" for row in rows], bool)
            judged = numpy.array([row[2] == "1" for row in rows], bool)
            late = numpy.array([int(row[3]) for row in rows if row[3]], float)
            yield days, taken, judged, late


def intervals(taken, expected):
    lower = 0 if taken == 0 else stats.beta.ppf(0.025, taken, expected - taken + 1)
    upper = 1 if taken == expected else stats.beta.ppf(0.975, taken + 1, expected - taken)
    return lower, upper


def charts(ratios):
    ewma = signal.lfilter([0.2], [1, -0.8], ratios, zi=[0.8 * ratios[0]])[0][-1]
    kept = 0.5 ** (1 / 13)
    return ewma, signal.lfilter([1 - kept], [1, -kept], ratios)[-1]


def cusum(taken):
    steps = numpy.cumsum(numpy.where(taken, numpy.log(0.7 / 0.9), numpy.log(0.3 / 0.1)))
    return (steps - numpy.minimum(numpy.minimum.accumulate(steps), 0)).max()


def deviate(values):
    count = len(values)
    if count < 4:
        return 0
    score = numpy.sign(values[None, :] - values[:, None])[numpy.triu_indices(count, 1)].sum()
    ties = numpy.unique(values, return_counts=True)[1]
    variance = (count * (count - 1) * (2 * count + 5) - (ties * (ties - 1) * (2 * ties + 5)).sum()) / 18
    return (score - numpy.sign(score)) / variance**0.5 if variance > 0 else 0


def trend(days, taken):
    weeks, places = numpy.unique((days + 3) // 7, return_inverse=True)
    if len(weeks) < 4:
        return 0, 0, 0
    ratios = numpy.bincount(places, taken) / numpy.bincount(places)
    line = stats.linregress(weeks - weeks[0], ratios)
    return line.slope, stats.theilslopes(ratios, weeks - weeks[0])[0], deviate(ratios)


def measures(days, taken, judged, late):
    if len(days) == 0:
        return numpy.zeros(10)
    dates, places = numpy.unique(days[judged], return_inverse=True)
    ratios = numpy.bincount(places, taken[judged]) / numpy.bincount(places)
    minutes = late / 60
    middle = numpy.median(minutes) if len(minutes) else 0
    spread = 1.4826 * numpy.median(abs(minutes - middle)) if len(minutes) else 0
    mean = minutes.mean() if len(minutes) else 0
    return numpy.array(
        [*intervals(taken.sum(), len(taken)), mean, spread, *charts(ratios), cusum(taken), *trend(days, taken)])


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
