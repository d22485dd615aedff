#!/usr/bin/env bash
# Builds the Python wheel in .build/wheel: the package, libregimen.so, and the required system libraries that not every
# Linux system has. It requires glibc 2.34 or later. The links of its metadata are to REGIMEN_URL, or else to the address
# from which the repository was cloned, if that is https.
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

# The libgsl of Debian 12 calls the hypot of glibc 2.35; the one in the wheel has the same objects and the earlier hypot.
gsl=$(ldd $static/libregimen.so | sed -n 's/^\s*\(libgsl\.[^ ]*\) .*/\1/p')
rm -rf $wheel/libraries && mkdir $wheel/libraries
cc -shared -o "$wheel/libraries/$gsl" -Wl,-soname,"$gsl" -Wl,--whole-archive -l:libgsl.a -Wl,--no-whole-archive \
  $static/hypot.o -lgslcblas -lm

# auditwheel fails if a library requires a later C library than the tag says.
PATH=$PWD/$wheel/tools/bin:$PATH LD_LIBRARY_PATH=$PWD/$wheel/libraries auditwheel repair --strip \
  --plat "manylinux_2_34_$(uname -m)" -w $wheel $wheel/source/dist/*.whl 2>$wheel/repair.log \
  || { cat $wheel/repair.log; exit 1; }
du -h $wheel/*.whl
