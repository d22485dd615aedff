# shellcheck shell=bash
# Sourced by the scripts that build what is installed: build_static compiles and links it into $static.
static=.build/static
# Everything except the engine is compiled for size.
export REGIMEN_SMALL=1

# ICU's data takes 34 MB and serves only operations that depend on a locale; time zones are read from the system. Its
# symbol is defined as another address, so that the data is not linked.
swift_libraries=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift_static/linux
# shellcheck disable=SC2034  # The scripts read it.
icu_data=$(nm --defined-only "$swift_libraries/lib_FoundationICU.a" 2>/dev/null | grep -o -m 1 'icudt[0-9]*_dat$')

# lld writes relocations in a tenth of the space (glibc 2.36 and later) and drops the names of symbols that are not
# looked up at run time.
build_static() {
  swift build -c release --static-swift-stdlib --scratch-path $static -Xswiftc -use-ld=lld \
    -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --icf=safe -Xlinker --no-export-dynamic "$@"
}
