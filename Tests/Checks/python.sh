#!/usr/bin/env bash
# Installs the wheel in an environment with the supported data frame libraries, and runs its tests. PYTHON_VENV may name
# another environment with Tests/PythonChecks/requirements.txt.
. "$(dirname "$0")/common.sh"
Tests/Packaging/wheel.sh
venv=${PYTHON_VENV:-.build/python-checks/venv}
[ -n "${PYTHON_VENV:-}" ] || Tests/Packaging/environment.sh "$venv" Tests/PythonChecks/requirements.txt
Tests/Packaging/checked.sh build --product regimen
"$venv/bin/pip" install -q --no-deps --force-reinstall .build/wheel/*.whl
REGIMEN_TOOL=$PWD/$regimen "$venv/bin/python" -m pytest -q -p no:cacheprovider Tests/PythonChecks
