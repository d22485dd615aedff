#!/usr/bin/env bash
# environment.sh FOLDER REQUIREMENTS [PACKAGE…]: creates a Python environment in FOLDER with the requirements in a file,
# and with the packages without their dependencies. An environment that is newer than the file is kept.
set -eu
folder=$1 requirements=$2
shift 2
[ ! "$folder/ready" -nt "$requirements" ] || exit 0
python3 -m venv "$folder"
"$folder/bin/pip" install -q -r "$requirements"
[ $# = 0 ] || "$folder/bin/pip" install -q --no-deps "$@"
touch "$folder/ready"
