#!/usr/bin/env bash
# Doubles every dimension of the input and counts the instructions that the tool executes, which must not grow with the
# square.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh valgrind python3
swift build -c release --product regimen
python3 Tests/GrowthChecks/growth.py .build/release/regimen
