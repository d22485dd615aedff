#!/usr/bin/env bash
# Runs the tests with several threads under ThreadSanitizer, which aborts at a data race; SUITES is a regular expression
# that selects other suites.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh
shared='ReportingTests|SQLiteStoreTests|PostgreSQLStoreTests|InterchangeTests|ArrowTests|RegimenCTests|StoreTests'
# Reports synchronization in Swift's libraries, which are not instrumented, to the sanitizer.
object=$PWD/.build/thread/seen.o
if [ ! "$object" -nt Tests/Sanitizers/thread.c ]; then
  mkdir -p .build/thread && clang -O -c Tests/Sanitizers/thread.c -o "$object"
  # SwiftPM does not relink if only this object has changed.
  rm -f .build/thread/release/*.xctest
fi
export SCRATCH=.build/thread
Tests/Packaging/checked.sh build --build-tests --sanitize=thread -Xswiftc -g -Xlinker "$object"
TSAN_OPTIONS=halt_on_error=1 Tests/Packaging/checked.sh test --skip-build --parallel --sanitize=thread \
  --filter "${SUITES:-$shared}"
