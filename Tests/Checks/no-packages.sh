#!/usr/bin/env bash
# Checks that a package that disables the traits builds Scheduling without fetching another package.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh
client=.build/client
rm -rf $client && mkdir -p $client/Sources/Client
echo 'import Scheduling' >$client/Sources/Client/main.swift
cat >$client/Package.swift <<'SWIFT'
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "client",
  dependencies: [.package(name: "regimen", path: "../..", traits: [])],
  targets: [
    .executableTarget(name: "Client", dependencies: [.product(name: "Scheduling", package: "regimen")])
  ])
SWIFT
swift build --package-path $client
if [ -n "$(ls $client/.build/checkouts 2>/dev/null)" ]; then
  echo "Scheduling needs packages" >&2
  exit 1
fi
