# shellcheck shell=bash
# Sourced by checks that need a Debian system with only the base packages and a few others. If it cannot be created, the
# check is skipped, with a message that the file $tested was not tested.
: "${root:?the folder of the system}" "${tested:?what is installed there}"
script=$(basename "$0")
fail() { echo "$script: $*" >&2; exit 1; }
skip() { echo "$(basename "$tested"): built, not tested: $*."; exit 0; }
# Swift programs read their arguments from /proc, which is mounted for the duration of one command.
inside() {
  # shellcheck disable=SC2016  # The inner shell expands them.
  unshare --mount sh -c 'mount -t proc proc "$0/proc" && exec chroot "$0" /usr/bin/env -i "$@"' "$root" \
    PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"
}
make_clean_system() {
  unshare --mount true 2>/dev/null || skip "mounts take root"
  [ ! -e "$root/ready" ] || return 0
  rm -rf "$root"
  debootstrap --variant=minbase "$(. /etc/os-release; echo "$VERSION_CODENAME")" "$root" >/dev/null \
    || skip "no Debian could be fetched"
  cp /etc/resolv.conf "$root/etc/"
  inside apt-get update -qq || skip "no packages could be fetched"
  inside apt-get install -y -qq --no-install-recommends "$@" >/dev/null || skip "no packages could be fetched"
  touch "$root/ready"
}
