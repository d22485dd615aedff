#!/usr/bin/env bash
# Runs the tests that use several threads under ThreadSanitizer, which ends them at any unsynchronized access; SUITES is
# a regular expression that chooses other suites.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh
shared='ReportingTests|SQLiteStoreTests|PostgreSQLStoreTests|InterchangeTests|ArrowTests|RegimenCTests|StoreTests'
# Tells the sanitizer of synchronization in Swift's libraries, which it does not instrument.
object=$PWD/.build/thread/seen.o
if [ ! "$object" -nt Tests/Sanitizers/thread.c ]; then
  mkdir -p .build/thread && clang -O -c Tests/Sanitizers/thread.c -o "$object"
  # SwiftPM does not link anew when only this object changed.
  rm -f .build/thread/release/*.xctest
fi
export SCRATCH=.build/thread
Tests/Packaging/checked.sh build --build-tests --sanitize=thread -Xlinker "$object"
TSAN_OPTIONS=halt_on_error=1 Tests/Packaging/checked.sh test --skip-build --parallel --sanitize=thread \
  --filter "${SUITES:-$shared}"
