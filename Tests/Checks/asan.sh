#!/usr/bin/env bash
# Runs the tests under AddressSanitizer, which ends them at any invalid access to memory; SUITES is a regular
# expression that chooses suites.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh
export SCRATCH=.build/address
Tests/Packaging/checked.sh build --build-tests --sanitize=address
# Swift keeps flags in the bits of pointers, which the leak search takes for lost pointers.
export ASAN_OPTIONS=detect_leaks=0:suppressions=$PWD/Tests/Sanitizers/address.supp
Tests/Packaging/checked.sh test --skip-build --parallel --sanitize=address ${SUITES:+--filter "$SUITES"}
