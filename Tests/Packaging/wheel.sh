#!/usr/bin/env bash
# Builds the Python wheel in .build/wheel: the package, libregimen.so, and the required system libraries that not every
# Linux system has. It requires the C library of this machine or a later version. The links of its metadata are to
# REGIMEN_URL, or else to the address from which the repository was cloned, if that is https.
set -eu
cd "$(dirname "$0")/../.."
Tests/Packaging/library.sh
Tests/Packaging/setup.sh python3-venv
static=.build/static
wheel=.build/wheel
Tests/Packaging/environment.sh $wheel/tools Tests/Packaging/requirements.txt
rm -rf $wheel/source $wheel/*.whl && cp -r Sources/Python $wheel/source
cp $static/libregimen.so $wheel/source/regimen/
grep -rh 'static let version = "' Sources/Reporting/Definitions | sed 's/.*"\(.*\)".*/\1/' >$wheel/source/VERSION
Tests/Packaging/licenses.sh $static $wheel/source/licenses
Tests/Packaging/links.sh >>$wheel/source/pyproject.toml
$wheel/tools/bin/pip wheel -q --no-deps --no-build-isolation -w $wheel/source/dist $wheel/source

platform=manylinux_$(getconf GNU_LIBC_VERSION | sed 's/glibc //; s/\./_/')_$(uname -m)
PATH=$PWD/$wheel/tools/bin:$PATH auditwheel repair --strip --plat "$platform" -w $wheel $wheel/source/dist/*.whl \
  2>$wheel/repair.log || { cat $wheel/repair.log; exit 1; }
du -h $wheel/*.whl
