#!/usr/bin/env bash
# Builds the tool as it is installed, with its man pages, in .build/static: the Swift runtime is linked in, and
# symbols are stripped.
set -eu
cd "$(dirname "$0")/../.."
. Tests/Packaging/static.sh
Tests/Packaging/setup.sh
# lld packs relocations into a tenth of the space, which requires glibc 2.36.
build_static --product regimen -Xlinker --defsym="$icu_data"=_IO_stdin_used \
  -Xlinker -z -Xlinker pack-relative-relocs
strip -o $static/regimen $static/release/regimen

swift build --package-path $static/checkouts/swift-argument-parser --scratch-path $static/manual \
  --product generate-manual
rm -rf $static/man && mkdir -p $static/man
$static/manual/debug/generate-manual $static/regimen --multi-page -o $static/man
sed -i -e 's/regimen\.\([a-z]\)/regimen-\1/' -e 's/^\.Dt REGIMEN\./.Dt REGIMEN-/' -e 's/^$/.Pp/' $static/man/*
for page in "$static"/man/regimen.*.1; do
  mv "$page" "$static/man/regimen-${page#"$static"/man/regimen.}"
done
