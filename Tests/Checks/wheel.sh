#!/usr/bin/env bash
# Installs the wheel on a system with Python and without Swift, and creates a report. Requires root, and two minutes for
# the base system, which is cached in .build; skipped if it cannot be created.
. "$(dirname "$0")/common.sh"
Tests/Packaging/wheel.sh
Tests/Packaging/setup.sh debootstrap
wheel=$(echo .build/wheel/*.whl)
root=.build/wheel-root
tested=$wheel
. Tests/Checks/clean-system.sh
make_clean_system python3-venv
inside sh -c 'command -v swift || ls /usr/lib/*/libgsl* 2>/dev/null' && fail "the clean system has Swift or libgsl"

rm -rf "$root/wheel" "$root/venv" "$root/data" && mkdir "$root/wheel" && cp "$wheel" "$root/wheel/"
cp -r Datasets/monitoring "$root/data"
inside python3 -m venv /venv
inside sh -c '/venv/bin/pip install -q --no-index /wheel/*.whl' || fail "pip does not install it"
links=$(Tests/Packaging/links.sh | grep -c = || true)
inside env LINKS="$links" /venv/bin/python - <<'PYTHON' || fail "no author, licence or links"
import os
from importlib.metadata import metadata

about = metadata("regimen")
assert about["Author"] == "The Regimen authors" and about["License-Expression"], about.items()
assert about["Summary"] and about["Keywords"] and about["Description"], about.items()
assert len(about.get_all("Project-URL") or []) == int(os.environ["LINKS"]), about.items()
PYTHON
inside /venv/bin/python - <<'PYTHON' || fail "no report"
import regimen

report = regimen.adherence("/data", start="2025-01-13", end="2025-02-10")
assert len(report.adherence) > 1_000, len(report.adherence)
events = {"patient": ["A"], "time": ["2025-01-06T08:05:00"]}
days = {"start": "2025-01-06", "end": "2025-01-08", "as_of": "2025-01-09T00:00:00Z"}
report = regimen.adherence(events, schedule="every day at 08:00", **days)
assert {row["ratio"] for row in report.adherence.to_dicts()} == {0.5}
report.page("/report.html")
print("regimen", regimen.__version__)
PYTHON
echo "$(basename "$wheel"): installed without Swift, and used."
