#!/usr/bin/env bash
# Runs the tests under AddressSanitizer, which aborts at an invalid memory access; SUITES is a regular expression that
# selects suites.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh
export SCRATCH=.build/address
Tests/Packaging/checked.sh build --build-tests --sanitize=address -Xswiftc -g
# Swift stores flags in the bits of pointers, which the leak detector reports as leaks.
export ASAN_OPTIONS=detect_leaks=0:suppressions=$PWD/Tests/Sanitizers/address.supp
Tests/Packaging/checked.sh test --skip-build --parallel --sanitize=address ${SUITES:+--filter "$SUITES"}
