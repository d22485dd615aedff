#!/usr/bin/env bash
# Checks that the libraries that AdherenceStatistics depends on neither call nor link libgsl, and, as a control, that
# AdherenceStatistics does. Uses the objects of the last `Tests/Packaging/checked.sh build`.
. "$(dirname "$0")/common.sh"
objects=.build/checked/release
for module in Scheduling AdherenceAnalytics; do
  if cat "$objects/$module.build"/*.o | grep -a -q -e gsl_ -e lgsl; then
    echo "$module needs libgsl" >&2
    exit 1
  fi
done
cat "$objects"/AdherenceStatistics.build/*.o | grep -a -q lgsl
echo "Scheduling and AdherenceAnalytics do not need libgsl."
