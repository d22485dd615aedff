#!/usr/bin/env bash
# Installs the Debian package on a system with only the base packages, uses it, removes it, and checks for remaining
# files. Requires root, and two minutes for the base system, which is cached in .build; skipped if it cannot be created.
. "$(dirname "$0")/common.sh"
Tests/Packaging/deb.sh
Tests/Packaging/setup.sh debootstrap
deb=$(echo .build/deb/regimen_*.deb)
root=.build/deb-root
report=("${monitoring_days[@]}" --by week)
tested=$deb
. Tests/Checks/clean-system.sh
make_clean_system man-db
inside sh -c 'command -v swift' && fail "the clean system has Swift"

cp "$deb" "$root/regimen.deb"
rm -rf "$root/data" && cp -r Datasets/monitoring "$root/data"
inside apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 /regimen.deb >/dev/null
[ "$(inside regimen --version)" = "$(dpkg-deb -f "$deb" Version)" ] || fail "another version"
inside regimen report /data "${report[@]}" --out /report >/dev/null || fail "no report"
for page in regimen regimen-report; do inside man -w "$page" >/dev/null || fail "no page of $page"; done
for file in bash-completion/completions/regimen zsh/vendor-completions/_regimen \
  fish/vendor_completions.d/regimen.fish doc/regimen/copyright; do
  [ -s "$root/usr/share/$file" ] || fail "no $file"
done
size=$(stat -c %s "$root/usr/bin/regimen")
[ "$size" -le $((44 << 20)) ] || fail "the tool has $size bytes"
# Unlike the installed tool, the one built for tests contains ICU data and uses the shared Swift runtime.
if [ "${CI:-}" = true ] && [ -x "$regimen" ]; then
  rm -rf "$root/expected"
  "$regimen" report Datasets/monitoring "${report[@]}" --out "$root/expected" >/dev/null
  diff -rq "$root/expected" "$root/report" || fail "another report"
fi

files=$(inside dpkg -L regimen)
inside apt-get purge -y -qq -o Dpkg::Use-Pty=0 regimen >/dev/null
for file in $files; do
  [ ! -e "$root$file" ] || inside dpkg -S "$file" >/dev/null 2>&1 || [ "$file" = /. ] || fail "$file is left"
done
inside dpkg -s regimen >/dev/null 2>&1 && fail "the package is left"
echo "$(basename "$deb"): installed without Swift ($size bytes), used and removed; nothing is left."
echo "Depends: $(dpkg-deb -f "$deb" Depends)"
