#!/usr/bin/env bash
# Runs the tests with the full number of random inputs, damaged files, injected failures and killed processes, of which
# `make test` runs a sample.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh postgresql
Tests/Packaging/checked.sh build --build-tests
REGIMEN_EXHAUSTIVE=1 Tests/Packaging/checked.sh test --skip-build --parallel
