# shellcheck shell=bash disable=SC2034
# Sourced by the checks: changes to the repository and defines shared variables.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
# The tool in the configuration of `make demo` and `make test`, built by `Tests/Packaging/checked.sh build`.
regimen=.build/checked/release/regimen
# The range of the records in Datasets/monitoring.
monitoring_days=(--from 2025-01-13 --to 2026-01-01 --as-of 2025-12-31T22:00:00Z --day-boundary 03:00)
