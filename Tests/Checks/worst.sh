#!/usr/bin/env bash
# Measures the worst-case cost of small inputs and prints a table for Benchmarks/Limits.md.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh python3
swift build -c release --product regimen
python3 Tests/GrowthChecks/worst.py .build/release/regimen
