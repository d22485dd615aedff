# On a Debian machine with a Swift toolchain `make demo` and `make test` do everything, the installation of missing
# system packages included, which takes root. What is not here is a script in Tests/Packaging or Tests/Checks; each can be
# run alone. Variables that are given on the command line reach the scripts as their environment.
.PHONY: demo test check lint bench bench-large load docs tool library install install-files uninstall deb wheel fuzz
.PHONY: setup

OUT ?= .build/demo
REGIMEN = .build/checked/release/regimen
demo: setup
	Tests/Packaging/checked.sh build --product regimen
	@echo
	@mkdir -p $(OUT) && rm -rf $(OUT)/monitoring.sqlite* $(OUT)/pages
	@$(REGIMEN) import Datasets/monitoring $(OUT)/monitoring.sqlite
	@echo
	@$(REGIMEN) report $(OUT)/monitoring.sqlite --from 2025-01-13 --to 2026-01-01 \
	  --by week --as-of 2025-12-31T22:00:00Z --day-boundary 03:00 --out $(OUT)
	@echo
	@echo "The records: $(OUT)/monitoring.sqlite, which sqlite3 and other programs can query."
	@echo "Each patient's weeks: $(OUT)/adherence.csv. Groups by week: $(OUT)/cohort.csv, their phases: $(OUT)/phases.csv."
	@echo "Each patient's streaks, dosing days and measures: $(OUT)/patients.csv."
	@echo "Whom to call, the most urgent first: $(OUT)/flags.csv."
	@echo "Curves, intervals, tests and trajectories of the cohort: $(OUT)/cohort.json."
	@echo "Definitions and counts: $(OUT)/report.json. \`regimen columns\` explains the columns."
	@echo "All of it to look at, with a page for each patient: open $(OUT)/index.html in a browser."

# Tests of stores on a server start PostgreSQL.
test: PACKAGES = postgresql
test: setup
	Tests/Packaging/checked.sh build --build-tests
	@Tests/Checks/linking.sh
	@Tests/Checks/examples.sh
	Tests/Packaging/checked.sh test --skip-build --parallel

# Every check that takes longer than `make test`; run it before a change is called done.
CHECKS = exhaustive fuzzing no-packages charts fhir python library wheel spark deb
check: export CHECK_PATIENTS ?= 2000
check: docs
	@for check in $(CHECKS); do echo "Tests/Checks/$$check.sh"; Tests/Checks/$$check.sh || exit 1; done

# One of them, or one of those that take longer: asan, tsan, faults, growth, worst.
check-%: Tests/Checks/%.sh
	@$<

SOURCES = Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources
lint: setup
	swift format lint --strict --recursive $(SOURCES)
	@Tests/Checks/scripts.sh
	@Tests/Checks/language.sh

docs tool library deb wheel:
	@Tests/Packaging/$@.sh

install: tool install-files

# sudo make install-files installs what make tool has built, without Swift. PREFIX and DESTDIR say where.
install-files:
	@Tests/Packaging/install.sh

uninstall:
	@Tests/Packaging/install.sh --uninstall

# make fuzz TARGET=list prints the targets. Inputs that fail are kept in .build/fuzz/TARGET/found.
TARGET ?= schedule
SECONDS ?= 60
fuzz:
	@Tests/Fuzzing/build.sh
	@Tests/Fuzzing/fuzz.sh $(TARGET) $(SECONDS)

FORMAT ?= table
ROWS ?= all
SYSTEMS ?= all
# The Python whose packages the scripts of bench may use: duckdb, polars, pandas, dateutil.
PYTHON ?= python3
MEASURE = swift run --package-path Benchmarks -c release regimen-bench --format $(FORMAT) \
  --systems $(SYSTEMS) --python $(PYTHON) --tool .build/release/regimen
bench bench-large: PACKAGES = libical-dev postgresql
# A run of all rows and systems writes the page.
bench: setup
	@swift build -c release --product regimen
	@swift build -c release --product RegimenC
	@$(MEASURE) --rows $(ROWS) --page Benchmarks/Results.md

# Takes some 15 GB below DATA while it runs.
PATIENTS ?= 100000
DAYS ?= 365
bench-large: setup
	@swift build -c release --product regimen
	@$(MEASURE) --rows import,store-report,folder-report,size-small,size-large,one-patient \
	  --patients $(PATIENTS) --days $(DAYS) --data $(or $(DATA),.build/bench)

# Far more patients, outcomes, tasks and nights than in practice; the largest case takes some 20 GB below DATA.
CASES ?=
load: setup
	@swift build -c release --product regimen
	@python3 Benchmarks/Scripts/load.py .build/release/regimen $(or $(DATA),.build/load) $(CASES)

setup:
	@Tests/Packaging/setup.sh $(PACKAGES)
