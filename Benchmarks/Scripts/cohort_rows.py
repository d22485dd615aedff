"""Measures NumPy and SciPy on statistics of a cohort.

    cohort_rows.py kaplan-meier scipy FOLDER

Vectorised as far as possible. Reading is not measured; CPU time of this process.
"""

import os
import sys

import numpy
from measuring import report
from scipy import stats

TRIALS = 180


def texts(numbers):
    return " ".join(f"{number:.6f}" for number in numbers)


def survival(folder):
    times, events = numpy.loadtxt(os.path.join(folder, "follow-ups.csv"), delimiter=",").T

    def work():
        data = stats.CensoredData(uncensored=times[events == 1], right=times[events == 0])
        return stats.ecdf(data).sf

    return work, lambda curve: (len(curve.quantiles), texts([curve.probabilities.sum()])), 1


def proportions(folder):
    counts = numpy.arange(TRIALS + 1)

    def work():
        lower = stats.beta.ppf(0.025, numpy.maximum(counts, 1), TRIALS - counts + 1)
        upper = stats.beta.ppf(0.975, counts + 1, numpy.maximum(TRIALS - counts, 1))
        return numpy.where(counts == 0, 0, lower), numpy.where(counts == TRIALS, 1, upper)

    return work, lambda limits: (TRIALS + 1, texts([(limits[0]**2 + limits[1]**2).sum()])), TRIALS + 1


def trajectories(folder):
    rows = numpy.loadtxt(os.path.join(folder, "weeks.csv"), delimiter=",")

    def squares(center):
        return ((rows - center) ** 2).sum(1)

    def work():
        chosen = [int(numpy.argmin(squares(rows.mean(0))))]
        while len(chosen) < 4:
            chosen.append(int(numpy.argmax(numpy.min([squares(rows[place]) for place in chosen], axis=0))))
        centroids = rows[chosen].copy()
        for iterations in range(10_000):
            distances = numpy.array([squares(center) for center in centroids])
            labels = distances.argmin(axis=0)
            moved = numpy.array([rows[labels == label].mean(0) for label in range(4)])
            if numpy.array_equal(moved, centroids):
                return iterations, distances.min(axis=0).sum()
            centroids = moved

    return work, lambda found: (found[0], texts([found[1]])), 1


def resamples(folder):
    """The draws of GSL: integer division of 32 bits, rejecting those that are too large."""
    ratios = numpy.loadtxt(os.path.join(folder, "ratios.csv"))
    size, count = len(ratios), 2000
    z = stats.norm.ppf(0.975)

    def work():
        stream = numpy.random.RandomState(20250101)
        places = numpy.empty(0, "u4")
        while len(places) < size * count:
            more = stream.randint(0, 2**32, size=size * count, dtype="u4") // (0xFFFFFFFF // size)
            places = numpy.append(places, more[more < size])
        means = ratios[places[:size * count].reshape(count, size)].mean(1)
        bias = stats.norm.ppf((means < ratios.mean()).mean())
        without = (ratios.sum() - ratios) / (size - 1)
        influence = without.mean() - without
        acceleration = (influence**3).sum() / (6 * (influence**2).sum() ** 1.5)
        ends = bias + numpy.array([-z, z])
        shares = stats.norm.cdf(bias + ends / (1 - acceleration * ends))
        return numpy.quantile(means, shares), numpy.quantile(means, [0.025, 0.975])

    return work, lambda intervals: (count, texts(intervals[0])), 1


ROWS = {
    "kaplan-meier": survival, "clopper-pearson": proportions, "kmeans": trajectories,
    "bootstrap": resamples}


def main(row, system, folder):
    work, answer, units = ROWS[row](folder)
    report(row, system, work, answer, units=units, per="query")


if __name__ == "__main__":
    main(*sys.argv[1:4])
