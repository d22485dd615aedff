#!/usr/bin/env bash
# Checks comments and documentation for phrases of which each has a plain term; the glossary in the documentation says
# how sentences are written.
. "$(dirname "$0")/common.sh"

# A regular expression, and what to write instead.
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

# Comments of Swift, C, Python and shell, and all lines of Markdown.
comments=$(git grep -nE '(^|[^:"])//|^\s*\*|^\s*#|"""' -- '*.swift' '*.h' '*.c' '*.py' '*.sh' Makefile ':!Tests/Checks/language.sh')
comments+=$'\n'$(git grep -n '' -- '*.md')
found=0
for phrase in "${phrases[@]}"; do
  pattern="^[^:]*:[0-9]+:.*\b(${phrase%%=*})\b"
  lines=$(grep -iE "$pattern" <<<"$comments" || true)
  [ -n "$lines" ] || continue
  found=1
  echo "\"${phrase%%=*}\": $(wc -l <<<"$lines") lines; write: ${phrase#*=}"
  [ "${1:-}" != --list ] || echo "$lines"
done
exit $found
