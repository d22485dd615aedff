# shellcheck shell=bash
# Sourced by the checks: goes to the repository, and builds in the configuration of `make test` and `make demo`.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export REGIMEN_OPTIMIZED=1
# The days of the records in Datasets/monitoring.
# shellcheck disable=SC2034
monitoring_days=(--from 2025-01-13 --to 2026-01-01 --as-of 2025-12-31T22:00:00Z --day-boundary 03:00)
