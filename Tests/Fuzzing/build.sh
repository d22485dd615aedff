#!/usr/bin/env bash
# Compiles the fuzz targets, and all modules so that they report which branches were executed and end at invalid
# accesses to memory.
set -eu
cd "$(dirname "$0")/../.."
Tests/Packaging/setup.sh
export REGIMEN_CHECKED=1
# Several threads, so that each file has its own object, which linking a debug build expects.
swift build --package-path Tests/Fuzzing --scratch-path .build/fuzzing --product regimen-fuzz --sanitize=address \
  -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 2 -Xswiftc -no-emit-module-separately-wmo \
  -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld
