#!/usr/bin/env bash
# Validates charts, report pages and their colours with the target renderers: schemas, warnings, pictures, a headless
# browser. VENV may name another Python environment with Tests/ChartChecks/requirements.txt.
. "$(dirname "$0")/common.sh"
Tests/Packaging/setup.sh chromium libjs-chart.js python3-venv
venv=${VENV:-.build/chart-checks/venv}
# Panel contains the script of ECharts; its dependencies are not needed.
[ -n "${VENV:-}" ] || Tests/Packaging/environment.sh "$venv" Tests/ChartChecks/requirements.txt panel==1.9.4
Tests/Packaging/checked.sh build --product regimen
out=.build/chart-checks/charts
# Schedules other than daily doses: quotas, as needed, weekly, never done, once; and names in right-to-left scripts.
plans=Tests/ChartChecks/plans
plan_days=(--from 2025-01-01 --to 2026-01-01)
refills=("$regimen" refills Datasets/refills --measure "pdc,cma7" --window 90)
rm -rf $out && mkdir -p $out/refills

# Writes the charts of the cohort, of patients and of tasks in a format.
write_charts() {
  local all=("$regimen" chart Datasets/monitoring --all "${monitoring_days[@]}" --format "$1")
  "${all[@]}" --out $out/cohort
  "${all[@]}" --chart-patient P000 --chart-task med --scoring summed --out $out/patient
  "${all[@]}" --chart-patient P009 --scoring summed --out $out/tasks
  for patient in flexible never once rtl; do
    "$regimen" chart $plans --all "${plan_days[@]}" --chart-patient $patient --format "$1" --out $out/plans-$patient
  done
}

# Writes the charts of refills to files with a name suffix.
write_refills() {
  for chart in fills windows persistence distribution; do
    "${refills[@]}" --combine any --chart $chart --out "$out/refills/$chart.cohort.$1"
    # A distribution of classes has panels, which three of the formats cannot express.
    case $chart.$1 in
      distribution.plotly.*|distribution.echarts.*|distribution.chartjs.*) ;;
      *) "${refills[@]}" --chart $chart --out "$out/refills/$chart.classes.$1" ;;
    esac
  done
  for chart in fills windows; do
    "${refills[@]}" --combine any --chart $chart --chart-patient R003 --out "$out/refills/$chart.patient.$1"
  done
}

for format in vegaLite csv json chartJS plotly echarts svg; do write_charts $format >/dev/null; done
for end in vl.json csv json chartjs.json plotly.json echarts.json svg; do write_refills $end; done
"$venv/bin/python" Tests/ChartChecks/charts.py $out --shots $out/shots

"$regimen" report Datasets/monitoring --by week "${monitoring_days[@]}" --out $out/report >/dev/null
"$venv/bin/python" Tests/ChartChecks/colors.py $out/report/pages/style.css
"$venv/bin/python" Tests/ChartChecks/pages.py $out/report
"$regimen" report $plans --by week "${plan_days[@]}" --pages all --page-data all --out $out/plans >/dev/null
"$venv/bin/python" Tests/ChartChecks/pages.py $out/plans --patients 4
"${refills[@]}" --out $out/refills-page >/dev/null
"$venv/bin/python" Tests/ChartChecks/pages.py $out/refills-page --alone
