#!/usr/bin/env bash
# Measures what small inputs cost in the worst case and prints a table for Benchmarks/Results.md.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh python3
swift build -c release --product regimen
python3 Tests/GrowthChecks/worst.py .build/release/regimen
