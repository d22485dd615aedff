#!/usr/bin/env bash
# Injects faults drawn from SEED: kills the tool KILLS times, fills its disk, changes its clock and its files, and cuts
# the power CUTS times. Requires root, to mount disks.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh python3
Tests/Packaging/checked.sh build --product regimen
export REGIMEN=$regimen
python3 Tests/FaultChecks/kills.py --kills "${KILLS:-320}" --seed "${SEED:-1}"
python3 Tests/FaultChecks/faults.py
python3 Tests/FaultChecks/power.py --cuts "${CUTS:-150}" --seed "${SEED:-1}"
