#!/usr/bin/env bash
# Checks comments, docstrings and documentation for phrases that have a plain equivalent; the glossary in the
# documentation describes the style. Code, string literals and code spans are not checked. --list prints the lines.
. "$(dirname "$0")/common.sh"

# Regular expressions, each with the suggested replacement.
phrases=(
  'so many=the number of …, n, at most n'
  'whoever|nobody=the caller, the reader, no caller, none'
  'parted by=separated by, delimiter'
  'stands? there=is present, exists'
  'what stands=the text, the value, the content'
  'is said|are said|is told|are told=is reported, is stated, is passed'
  'without a word=silently, without a warning'
  "stranger's?|strangers=untrusted, of another program"
  'of those taken=of the doses done'
  'lies? still=has a stable address'
)

# Prints FILE:LINE:TEXT, a control character, and the prose of the line: no code spans, code blocks or doctests.
# shellcheck disable=SC2016  # awk expands them.
prose='
# Prints a line of prose without its code spans, which may continue on the next line.
function emit(text, parts, count, i, words) {
  gsub(/``[^`]*``/, "", text)
  count = split(text, parts, "`")
  for (i = 1; i <= count; i++) {
    if (i > 1) inSpan = !inSpan
    if (!inSpan) words = words " " parts[i]
  }
  print FILENAME ":" FNR ":" $0 "\001" words
}
# Returns the line without string literals.
function code(line) { gsub(/"([^"\\]|\\.)*"/, "\"\"", line); return line }

FNR == 1 {
  inSpan = inFence = inString = inExample = 0
  language = FILENAME
  sub(/^.*[.\/]/, "", language)
}
language == "md" {
  if (/^ *```/) { inFence = !inFence; next }
  if (/^ *$|^ *\|/) inSpan = 0
  if (!inFence) emit($0)
  next
}
language ~ /^(swift|c|h)$/ {
  if (inString) { if (/^[ \t]*"""/) inString = 0; next }
  if (/^[ \t]*\/\//) {
    text = $0
    sub(/^[ \t]*\/\/+/, "", text)
    if (text ~ /^ *```/) inFence = !inFence
    else if (text ~ /^ *$/) inSpan = 0
    else if (!inFence && text !~ /^     /) emit(text)
    next
  }
  inSpan = inFence = 0
  if (language == "swift" && /"""$/) { inString = 1; next }
  text = code($0)
  if (match(text, /[ \t]\/\/ /)) emit(substr(text, RSTART))
  next
}
language == "py" {
  quotes = gsub(/"""/, "\"\"\"")
  if (!inString && quotes % 2 == 1) { inString = 1; isDocstring = /^[ \t]*r?"""/; inSpan = inExample = 0; starts = 1 }
  else starts = 0
  if (inString) {
    if (/^[ \t]*>>>/) inExample = 1
    else if (/^[ \t]*$/) inExample = inSpan = 0
    if (isDocstring && !inExample) emit($0)
    if (!starts && quotes % 2 == 1) inString = inExample = 0
    next
  }
  if (/^[ \t]*r?""".*"""/) { inSpan = 0; emit($0); next }
}
{
  if (/^[ \t]*#/) { emit($0); next }
  inSpan = 0
  text = code($0)
  if (match(text, /[ \t]# /)) emit(substr(text, RSTART))
}
'
comments=$(git ls-files -z '*.swift' '*.h' '*.c' '*.py' '*.sh' Makefile '*.md' | xargs -0 awk "$prose")
found=0
for phrase in "${phrases[@]}"; do
  lines=$(grep -iE $'\001'".*\b(${phrase%%=*})\b" <<<"$comments" | sed $'s/\001.*//' || true)
  [ -n "$lines" ] || continue
  found=1
  echo "\"${phrase%%=*}\": $(wc -l <<<"$lines") lines; write: ${phrase#*=}"
  [ "${1:-}" != --list ] || echo "$lines"
done
exit $found
