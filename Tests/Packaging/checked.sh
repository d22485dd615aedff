#!/usr/bin/env bash
# checked.sh build|test [OPTION…]: runs `swift build` or `swift test` in the configuration that the demo, the tests and
# the checks share, so that each module is compiled once for all of them, in .build/checked.
#
# It is the release configuration, whose whole-module compilation takes half the CPU time of the debug configuration and
# which omits ArgumentParser's validation of every command at each start. Only the kernels are optimized (see
# Package.swift); assertions and @testable imports are enabled. Debug information, which takes a tenth of the time, is left
# out; `-Xswiftc -g` adds it.
set -eu
cd "$(dirname "$0")/../.."
export REGIMEN_CHECKED=1
command=$1
shift
# SwiftPM lists the enabled traits in the order of a hash table, and recompiles everything if that order changes.
[ "$command" != build ] || export SWIFT_DETERMINISTIC_HASHING=1
exec swift "$command" -c release --scratch-path "${SCRATCH:-.build/checked}" \
  -Xswiftc -Onone -Xswiftc -gnone -Xswiftc -enable-testing -Xswiftc -no-emit-module-separately-wmo "$@"
