#!/usr/bin/env bash
# Evaluates a cohort of CHECK_PATIENTS on a local Spark cluster, kills a worker, and compares every byte with the report
# of one process; the same with Ray and Dask. A year of 20,000 patients takes five minutes on two cores.
# SPARK_VENV may name another Python environment with Tests/ClusterChecks/requirements.txt.
. "$(dirname "$0")/common.sh"
Tests/Packaging/wheel.sh
packages=(python3-venv)
command -v java >/dev/null || packages+=(default-jre-headless)
Tests/Packaging/setup.sh "${packages[@]}"
venv=${SPARK_VENV:-.build/spark-checks/venv}
[ -n "${SPARK_VENV:-}" ] || Tests/Packaging/environment.sh "$venv" Tests/ClusterChecks/requirements.txt
Tests/Packaging/checked.sh build --product regimen
"$venv/bin/pip" install -q --no-deps --force-reinstall .build/wheel/*.whl
"$venv/bin/python" Tests/ClusterChecks/spark.py "$regimen" .build/spark-checks/cohort \
  --patients "${CHECK_PATIENTS:-20000}"
