#!/usr/bin/env bash
# fuzzing.sh [SECONDS]: runs every fuzz target, two at a time: all regressions, then new inputs for SECONDS (20 by
# default), from a fixed seed.
. "$(dirname "$0")/common.sh"
Tests/Fuzzing/build.sh
run_target() {
  local log=.build/fuzz-$1.log
  SWIFT_DETERMINISTIC_HASHING=1 Tests/Fuzzing/fuzz.sh "$1" "$2" -seed=1 >"$log" 2>&1 || {
    tail -n 40 "$log"
    echo "$1: failed" >&2
    return 1
  }
  sed -n "s/^stat::number_of_executed_units: *\(.*\)/$1: \1 inputs/p" "$log"
}
export -f run_target
Tests/Fuzzing/fuzz.sh list | xargs -P 2 -I TARGET bash -c 'run_target "$@"' _ TARGET "${1:-20}"
