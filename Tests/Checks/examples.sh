#!/usr/bin/env bash
# Checks that the examples of the documentation compile in another package, which only the public interface allows; the
# tests that run them belong to this package and would also see what is `package`. Uses the modules of the last
# `Tests/Packaging/checked.sh build`.
. "$(dirname "$0")/common.sh"
# The headers of libpq are in a separate folder.
headers=(-Xcc -I/usr/include/postgresql -Xcc -ISources/CArrow/include)
for module in Sources/*/module.modulemap; do headers+=(-Xcc "-fmodule-map-file=$module"); done
# The options are those of the package's targets, except for the name of the package.
swiftc -typecheck -wmo -swift-version 6 -package-name client -module-name Client \
  -I .build/checked/release/Modules "${headers[@]}" \
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
  -enable-upcoming-feature MemberImportVisibility \
  Tests/DocumentationTests/*.swift Tests/DocumentationTests/Examples/*.swift
echo "The examples compile in another package."
