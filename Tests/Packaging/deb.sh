#!/usr/bin/env bash
# Builds the Debian package in .build/deb: the files that install.sh installs in /usr, and the licences of the libraries
# linked statically.
set -eu
cd "$(dirname "$0")/../.."
Tests/Packaging/tool.sh
Tests/Packaging/setup.sh dpkg-dev
repository=$PWD
static=.build/static
deb=.build/deb
doc=$deb/root/usr/share/doc/regimen
debian=Sources/RegimenCLI/Debian
rm -rf $deb && mkdir -p $deb/debian $doc $deb/root/DEBIAN
DESTDIR=$repository/$deb/root PREFIX=/usr Tests/Packaging/install.sh
gzip -9n $deb/root/usr/share/man/man1/*
cat $debian/copyright $static/checkouts/swift-log/NOTICE.txt >$doc/copyright

printf 'Source: regimen\n\nPackage: regimen\nArchitecture: any\n' >$deb/debian/control
depends=$(cd $deb && dpkg-shlibdeps -O root/usr/bin/regimen | sed 's/^shlibs:Depends=//')
sed -e "s/@VERSION@/$($static/regimen --version)/" -e "s/@ARCHITECTURE@/$(dpkg --print-architecture)/" \
  -e "s/@SIZE@/$(du -sk $deb/root | cut -f1)/" \
  -e "s/@DEPENDS@/Depends: $depends, libc6 (>= 2.36), tzdata/" $debian/control >$deb/root/DEBIAN/control
chmod -R u=rwX,go=rX $deb/root
dpkg-deb --build --root-owner-group $deb/root $deb
