#!/usr/bin/env bash
# fuzz.sh TARGET SECONDS [OPTION…]: generates inputs for a target, starting from its seeds and regressions.
# fuzz.sh TARGET 0: runs seeds and regressions once. fuzz.sh list: prints the targets.
# Inputs that fail are kept in .build/fuzz/TARGET/found. Tests/Fuzzing/build.sh compiles the program.
set -eu
cd "$(dirname "$0")/../.."
program=.build/fuzzing/debug/regimen-fuzz
target=$1
if [ "$target" = list ]; then
  FUZZ_TARGET='' $program
  exit
fi
seconds=$2
shift 2
here=Tests/Fuzzing
new=.build/fuzz/$target
mkdir -p "$new/corpus" "$new/found"

# Files of the data sets that are inputs as they stand.
case $target in
  icalendar) golden=(Datasets/golden/icalendar/files) ;;
  carekit) golden=(Datasets/golden/carekit-json/files) ;;
  arrow) golden=(Datasets/golden/arrow Datasets/columns) ;;
  *) golden=() ;;
esac
seeds=()
for folder in "$here/Seeds/$target" "$here/Regressions/$target" "${golden[@]}"; do
  [ -d "$folder" ] && seeds+=("$folder")
done

# Leaks that are the Swift runtime's are none of ours. Memory that is given back is kept for a while, to find who reads
# it, which must not fill the room that an input has. What is in use before the first input is some 150 MB; an input may
# take 200 MB, and what the sanitizer puts around it.
options=(-timeout=20 -rss_limit_mb=700 -malloc_limit_mb=200 -max_len=20000 -print_final_stats=1
  "-artifact_prefix=$new/found/")
[ -f "$here/Dictionaries/$target.dict" ] && options+=("-dict=$here/Dictionaries/$target.dict")
export FUZZ_TARGET=$target SWIFT_BACKTRACE=enable=no
export ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1
if [ "$seconds" = 0 ]; then
  "$program" "${options[@]}" "$@" -runs=0 "${seeds[@]}"
else
  "$program" "${options[@]}" -max_total_time="$seconds" -reload=0 "$@" "$new/corpus" "${seeds[@]}"
fi
