#!/usr/bin/env bash
# Runs the tests under AddressSanitizer, which ends them at any invalid access to memory; SUITES is a regular
# expression that chooses suites.
. "$(dirname "$0")/common.sh"
Packaging/setup.sh
build=(--sanitize=address --scratch-path .build/address)
swift build --build-tests "${build[@]}"
# Swift keeps flags in the bits of pointers, which the leak search takes for lost pointers.
export ASAN_OPTIONS=detect_leaks=0:suppressions=$PWD/Tests/Sanitizers/address.supp
swift test --skip-build --parallel "${build[@]}" ${SUITES:+--filter "$SUITES"}
