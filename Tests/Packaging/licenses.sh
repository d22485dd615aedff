#!/usr/bin/env bash
# Collects the licences of the contents of a wheel: Regimen, the libraries linked statically, and the bundled system
# libraries.
set -eu
cd "$(dirname "$0")/../.."
static=$1 out=$2
mkdir -p "$out"
cp LICENSE "$out/LICENSE"
cat Sources/RegimenCLI/Debian/copyright "$static/checkouts/swift-log/NOTICE.txt" >"$out/NOTICE"
cp /usr/share/common-licenses/GPL-3 "$out/GPL-3"
# Libraries that every Linux system has are not bundled.
ldd "$static/libregimen.so" | sed -n 's/.* => \(.*\) (.*/\1/p' | while read -r library; do
  case $(basename "$library") in libc.*|libm.*|libstdc++.*|libgcc_s.*|libz.*) continue ;; esac
  package=$(dpkg-query -S "$(readlink -f "$library")" | cut -d: -f1)
  cp "/usr/share/doc/$package/copyright" "$out/$package"
done
