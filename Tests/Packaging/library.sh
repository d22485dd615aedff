#!/usr/bin/env bash
# Builds libregimen.so for other languages in .build/static. It exports the functions of regimen.h only and holds the
# Swift runtime.
set -eu
cd "$(dirname "$0")/../.."
. Tests/Packaging/static.sh
Tests/Packaging/setup.sh
# ICU's data is never read here.
build_static --product RegimenC -Xlinker --defsym="$icu_data"=0
strip -o $static/libregimen.so $static/release/libRegimenC.so
ln -sf libregimen.so $static/libregimen.so.1
echo "$static/libregimen.so, $(stat -c %s $static/libregimen.so | numfmt --to=si)B"
