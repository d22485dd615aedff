# A Debian that has nothing but its base and some packages, kept in the folder $root: for scripts that try $made there.
# Where no such system can be made, it says so and leaves it at that.
script=$(basename "$0")
fail() { echo "$script: $*" >&2; exit 1; }
skip() { echo "$(basename "$made"): built and not tried, as $*."; exit 0; }
# Programs of Swift read their arguments from /proc, which is mounted for the length of one command.
inside() {
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
  inside apt-get update -qq && inside apt-get install -y -qq --no-install-recommends "$@" >/dev/null \
    || skip "no packages could be fetched"
  touch "$root/ready"
}
