# shellcheck shell=bash
# Sourced by the scripts that build installed products: build_static compiles and links them into $static.
static=.build/static
# All modules except the engine are optimized for size.
export REGIMEN_SMALL=1

# ICU data takes 34 MB and is used only by locale-dependent operations; time zones are read from the system. Its symbol
# is defined as another address, so that the data is not linked.
swift_libraries=$(dirname "$(readlink -f "$(command -v swiftc)")")/../lib/swift_static/linux
# shellcheck disable=SC2034  # The scripts read it.
icu_data=$(nm --defined-only "$swift_libraries/lib_FoundationICU.a" 2>/dev/null | grep -o -m 1 'icudt[0-9]*_dat$')

# The C++ library is linked in, which on older systems lacks what the Swift runtime needs. lld strips the names of symbols
# that are not looked up at run time.
build_static() {
  mkdir -p $static/archives
  ln -sf "$(clang -print-file-name=libstdc++.a)" $static/archives/
  swift build -c release --static-swift-stdlib --scratch-path $static -Xswiftc -use-ld=lld \
    -Xswiftc "-L$PWD/$static/archives" -Xlinker --icf=safe -Xlinker --no-export-dynamic "$@"
}
