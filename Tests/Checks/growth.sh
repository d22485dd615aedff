#!/usr/bin/env bash
# Doubles each dimension of the input and counts the instructions executed by the tool, which must not grow
# quadratically.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh valgrind python3
swift build -c release --product regimen
python3 Tests/GrowthChecks/growth.py .build/release/regimen
