#!/usr/bin/env bash
# Uses libregimen.so from a C program: once with sanitizers, and then 1,000 times, during which memory must not grow.
. "$(dirname "$0")/common.sh"
Tests/Packaging/library.sh
static=$PWD/.build/static
if nm -D --defined-only "$static/libregimen.so" | grep -v ' T regimen_'; then
  echo "libregimen.so exports other symbols than regimen.h's" >&2
  exit 1
fi
compile() {
  "${CC:-cc}" -std=gnu11 -Wall -Wextra -g -I Sources/CRegimen/include -I Sources/CArrow/include \
    Tests/LibraryChecks/*.c "$static/libregimen.so" -lpthread -Wl,-rpath,"$static" "$@"
}
compile -fsanitize=address,undefined -o "$static/check-memory"
# Swift stores flags in the bits of pointers, which the leak detector reports as leaks; the second run detects leaks.
ASAN_OPTIONS=detect_leaks=0 "$static/check-memory" Datasets 50
compile -O2 -o "$static/check"
"$static/check" Datasets 1000
