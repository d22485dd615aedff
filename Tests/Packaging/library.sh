#!/usr/bin/env bash
# Builds libregimen.so for other languages in .build/static. It exports only the functions in regimen.h and contains the
# Swift runtime.
set -eu
cd "$(dirname "$0")/../.."
. Tests/Packaging/static.sh
Tests/Packaging/setup.sh
# The library loads with glibc 2.34, as in RHEL 9, which has an earlier hypot.
mkdir -p $static
clang -O2 -fPIC -c Tests/Packaging/hypot.c -o $static/hypot.o
# The library never reads the ICU data.
build_static --product RegimenC -Xlinker --defsym="$icu_data"=0 -Xlinker "$PWD/$static/hypot.o"
strip -o $static/libregimen.so $static/release/libRegimenC.so
ln -sf libregimen.so $static/libregimen.so.1
echo "$static/libregimen.so, $(stat -c %s $static/libregimen.so | numfmt --to=si)B"
