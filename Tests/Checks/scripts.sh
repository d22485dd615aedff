#!/usr/bin/env bash
# Checks the syntax of all shell scripts, and lints them with shellcheck if it can be installed.
. "$(dirname "$0")/common.sh"
mapfile -t scripts < <(git ls-files '*.sh' .ci/run)
for script in "${scripts[@]}"; do bash -n "$script"; done
# Without it the syntax is checked alone.
Tests/Packaging/setup.sh shellcheck || true
if command -v shellcheck >/dev/null; then
  shellcheck -x -P SCRIPTDIR -P . "${scripts[@]}"
fi
