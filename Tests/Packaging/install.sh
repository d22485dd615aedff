#!/usr/bin/env bash
# install.sh: installs the tool built by Tests/Packaging/tool.sh, its man pages and its completions to $DESTDIR$PREFIX.
# install.sh --uninstall: removes them. Neither requires Swift.
set -eu
cd "$(dirname "$0")/../.."
static=.build/static
prefix=${PREFIX:-/usr/local}
bin=${DESTDIR:-}$prefix/bin
share=${DESTDIR:-}$prefix/share
man=$share/man/man1
# Debian packages use a different folder.
if [ "$prefix" = /usr ]; then zsh=$share/zsh/vendor-completions; else zsh=$share/zsh/site-functions; fi
bash=$share/bash-completion/completions
fish=$share/fish/vendor_completions.d

if [ "${1:-}" = --uninstall ]; then
  rm -f "$bin/regimen" "$man/regimen.1" "$man"/regimen-*.1 "$bash/regimen" "$zsh/_regimen" "$fish/regimen.fish"
  exit 0
fi
install -D -m 755 $static/regimen "$bin/regimen"
install -d "$man" && install -m 644 $static/man/* "$man"
for shell in bash zsh fish; do
  $static/regimen --generate-completion-script $shell >$static/completion.$shell
done
install -D -m 644 $static/completion.bash "$bash/regimen"
install -D -m 644 $static/completion.zsh "$zsh/_regimen"
install -D -m 644 $static/completion.fish "$fish/regimen.fish"
size=$(stat -c %s $static/regimen | numfmt --to=si)
echo "$bin/regimen, ${size}B; regimen(1); completions for bash, zsh and fish"
