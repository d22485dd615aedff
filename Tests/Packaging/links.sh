#!/usr/bin/env bash
# Prints the links of the wheel's metadata as a table of pyproject.toml: those to REGIMEN_URL, or else to the address from
# which the repository was cloned. Prints nothing for other addresses, such as folders and those with a password.
set -eu
cd "$(dirname "$0")/../.."
address=${REGIMEN_URL-$(git remote get-url origin 2>/dev/null || true)}
address=${address%.git}
case $address in
*[@\"\\]*) ;;
https://*)
  printf '\n[project.urls]\nHomepage = "%s"\nSource = "%s"\nChangelog = "%s"\n' "$address" "$address" \
    "$address/blob/main/Sources/Reporting/Reporting.docc/Changes.md"
  ;;
esac
