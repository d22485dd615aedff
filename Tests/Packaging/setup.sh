#!/usr/bin/env bash
# Installs the Debian packages that Regimen links, and those given as arguments. Installing requires root; without it
# the missing packages are listed.
set -eu
command -v dpkg-query >/dev/null || exit 0
missing=()
# Debian's slim images lack some of the libraries that every Swift program links.
for package in g++ zlib1g-dev libzstd-dev liblz4-dev libgsl-dev libsqlite3-dev libpq-dev tzdata git ca-certificates "$@"; do
  dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'ok installed' || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0
if [ "$(id -u)" != 0 ]; then
  echo "Missing Debian packages; install them by: sudo apt-get install ${missing[*]}" >&2
  exit 0
fi
echo "Installing by apt-get what is linked, started or run here: ${missing[*]}"
apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}"
