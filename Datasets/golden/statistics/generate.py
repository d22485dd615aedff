#!/usr/bin/env python3
"""Writes statistics.json: figures of lifelines, statsmodels and SciPy on drawn data.

    python3 -m venv v && v/bin/pip install lifelines==0.30.3 statsmodels==0.15.0 numpy==2.4.6 scipy==1.17.1
    v/bin/python generate.py
"""
import json

import lifelines
import numpy as np
import scipy
import statsmodels
import statsmodels.api as sm
from lifelines import AalenJohansenFitter
from scipy.stats import theilslopes


def incidence(late):
    """Competing causes 1 to 3 of 60 patients, 0 is censored; no two times are alike, as lifelines shifts ties."""
    random = np.random.default_rng(45 + late)
    time = np.round(random.exponential(100, 60), 3)
    cause = random.choice([0, 1, 2, 3], 60, p=[0.3, 0.4, 0.2, 0.1])
    entry = np.where(random.random(60) < 0.5, np.round(time * random.random(60), 3), 0) if late else np.zeros(60)
    assert len(set(time)) == 60
    causes = {}
    for own in (1, 2, 3):
        fitter = AalenJohansenFitter()
        fitter.fit(time, cause, own, entry=entry if late else None)
        rows = fitter.cumulative_density_.iloc[:, 0]
        events = sorted(time[cause > 0])
        causes[str(own)] = [
            {
                "time": float(at),
                "incidence": float(rows[at]),
                "standardError": float(np.sqrt(fitter.variance_[at])),
                "lower": float(fitter.confidence_interval_.loc[at].min()),
                "upper": float(fitter.confidence_interval_.loc[at].max()),
            }
            for at in events
            if 0 < rows[at] < 1 and np.isfinite(fitter.variance_[at])
        ]
    return {"time": time.tolist(), "entry": entry.tolist(), "cause": cause.tolist(), "causes": causes}


def pooled(seed, patients):
    """Doses of patients: GEE with independence, robust variance; identity link and logit."""
    random = np.random.default_rng(seed)
    due = random.integers(1, 120, patients)
    done = random.binomial(due, random.beta(4, 1.2, patients))
    y = np.concatenate([np.repeat([1.0, 0.0], [a, b - a]) for a, b in zip(done, due)])
    group = np.repeat(np.arange(patients), due)
    one = np.ones((len(y), 1))
    logit = sm.GEE(y, one, groups=group, family=sm.families.Binomial()).fit()
    plain = sm.GEE(y, one, groups=group, family=sm.families.Gaussian()).fit()
    ratios = done / due
    mean = sm.GEE(ratios, np.ones((patients, 1)), groups=np.arange(patients)).fit()
    return {
        "done": done.tolist(),
        "due": due.tolist(),
        "logit": float(logit.params[0]),
        "logitError": float(logit.bse[0]),
        "ratio": float(plain.params[0]),
        "ratioError": float(plain.bse[0]),
        "mean": float(mean.params[0]),
        "meanError": float(mean.bse[0]),
    }


def slopes(seed, weeks):
    """SciPy's slopes of Theil and Sen with Sen's interval, for independent weeks."""
    random = np.random.default_rng(seed)
    ratios = np.round(random.integers(0, 8, weeks) / 7 - 0.01 * np.arange(weeks), 6)
    found = theilslopes(ratios, np.arange(weeks), 0.95)
    return {"ratios": ratios.tolist(), "slope": found[0], "lower": found[2], "upper": found[3]}


json.dump(
    {
        "versions": {m.__name__: m.__version__ for m in (lifelines, statsmodels, scipy, np)},
        "cumulativeIncidence": [incidence(False), incidence(True)],
        "pooledRatio": [pooled(1, 12), pooled(2, 80)],
        "theilSen": [slopes(3, 9), slopes(4, 26), slopes(5, 52)],
    },
    open("statistics.json", "w"),
    indent=1,
)
