#!/usr/bin/env bash
# Builds the documentation of all libraries as one web site in .build/docs, and checks its links.
set -eu
cd "$(dirname "$0")/../.."
Tests/Packaging/setup.sh python3
libraries=(Diagnostics Scheduling ScheduleFormats PlainWords AdherenceAnalytics AdherenceStatistics Charts SQLiteStore
  PostgreSQLStore Interchange Arrow FHIR ICalendar CareKitJSON Simulation Reporting)
graphs=.build/symbol-graphs
archives=.build/archives
docs=.build/docs
# `swift package dump-symbol-graph` would also build the tests.
Tests/Packaging/checked.sh build
modules=.build/checked/release/Modules
target=$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)
# The headers of libpq are in a separate folder.
includes=(-I "$modules" -I /usr/include/postgresql -I Sources/CArrow/include)
for module in CGSL CSQLite CPostgreSQL CZlib CZstd CLZ4; do includes+=(-I "Sources/$module"); done

rm -rf $graphs $archives $docs && mkdir -p $archives
for library in "${libraries[@]}"; do
  mkdir -p "$graphs/$library"
  # These consist mainly of extensions of types in Scheduling.
  case "$library" in
    PlainWords | ScheduleFormats) extensions=-emit ;;
    *) extensions=-omit ;;
  esac
  swift-symbolgraph-extract -module-name "$library" -target "$target" "${includes[@]}" \
    -minimum-access-level public -skip-synthesized-members $extensions-extension-block-symbols \
    -output-dir "$graphs/$library"
  docc convert "Sources/$library/$library.docc" --additional-symbol-graph-dir "$graphs/$library" \
    --fallback-display-name "$library" --fallback-bundle-identifier "regimen.$library" \
    --warnings-as-errors --output-path "$archives/$library.doccarchive"
done
merged=("${libraries[@]/#/$archives/}")
merged=("${merged[@]/%/.doccarchive}")
docc merge "${merged[@]}" --synthesized-landing-page-name Regimen \
  --synthesized-landing-page-topics-style list --output-path $docs

# All pages are hard links to one file, which loads the data for its URL; the root has no data and redirects to the
# landing page.
find $docs/documentation -name index.html -exec ln -f $docs/index.html {} \;
rm $docs/index.html
first=documentation/
echo "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=$first\"><a href=\"$first\">Regimen</a>" >$docs/index.html
python3 Tests/Packaging/docs.py $docs "${libraries[@]}"
echo "Pages: python3 -m http.server --directory $docs"
