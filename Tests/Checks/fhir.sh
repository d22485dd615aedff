#!/usr/bin/env bash
# Validates the exported FHIR resources (R4 and R5) and Open mHealth data points with classes and validators of other
# projects. FHIR_VENV may name another Python environment with Tests/FHIRChecks/requirements.txt.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh python3-venv
venv=${FHIR_VENV:-.build/fhir-checks/venv}
[ -n "${FHIR_VENV:-}" ] || Tests/Packaging/environment.sh "$venv" Tests/FHIRChecks/requirements.txt
resources=$PWD/.build/fhir-checks/resources
Tests/Packaging/checked.sh build --build-tests
rm -rf "$resources" && mkdir -p "$resources"
FHIR_SAMPLES=$resources Tests/Packaging/checked.sh test --skip-build --filter SampleWriting >/dev/null

for release in R4 R5; do
  status=0
  "$regimen" export Datasets/monitoring "$resources/monitoring-$release" --format fhir \
    --release $release --adherence --measure-url http://example.org/Measure/adherence "${monitoring_days[@]}" --by month \
    >/dev/null 2>&1 || status=$?
  # Status 1 reports warnings about records.
  [ $status -le 1 ]
  "$venv/bin/python" Tests/FHIRChecks/resources.py --release $release \
    "$resources/$release" "$resources/$release.json" "$resources/monitoring-$release"
done
"$venv/bin/python" Tests/FHIRChecks/points.py "$resources/points.ndjson"
