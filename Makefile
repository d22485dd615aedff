# Two commands do everything on a Debian machine with a Swift toolchain: make demo, make test.
# Both install what they need by apt-get, only where it is absent and only as root.
.PHONY: demo test check-charts check-fhir free-of-gsl free-of-packages bench bench-large lint docs setup
.PHONY: check-faults check-growth check-worst wheel test-python check-wheel check-spark
.PHONY: fuzz fuzz-all fuzz-tool test-asan test-tsan load
.PHONY: check tool library check-library install install-files uninstall deb check-deb

# Every check that takes longer than a contributor waits; run it before a change is called done.
CHECKS = fuzz-all free-of-packages docs check-charts check-fhir test-python check-library check-wheel check-spark check-deb
check: export CHECK_PATIENTS = 2000
check:
	@for check in $(CHECKS); do echo "make $$check"; $(MAKE) --no-print-directory $$check || exit 1; done

# Compiles with optimizations, assertions kept, where tests spend their time: the manifest asks for it.
test test-asan test-tsan check-charts check-fhir check-faults docs fuzz-tool: export REGIMEN_OPTIMIZED = 1
# Compiles for size what is not the engine itself.
tool library check-library: export REGIMEN_SMALL = 1

OUT ?= .build/demo
FORMAT ?= table
ROWS ?= all
SYSTEMS ?= all
# The Python whose packages the scripts of bench may use: duckdb, polars, pandas, dateutil.
PYTHON ?= python3
SOURCES = Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

demo: setup
	swift build -c release --product regimen
	@echo
	@mkdir -p $(OUT) && rm -rf $(OUT)/monitoring.sqlite* $(OUT)/pages
	@.build/release/regimen import Datasets/monitoring $(OUT)/monitoring.sqlite
	@echo
	@.build/release/regimen report $(OUT)/monitoring.sqlite --from 2025-01-13 --to 2026-01-01 \
	  --by week --as-of 2025-12-31T22:00:00Z --day-boundary 03:00 --out $(OUT)
	@echo
	@echo "The records: $(OUT)/monitoring.sqlite, which sqlite3 and other programs can query."
	@echo "Each patient's weeks: $(OUT)/adherence.csv. Groups by week: $(OUT)/cohort.csv, their phases: $(OUT)/phases.csv."
	@echo "Each patient's streaks, dosing days and measures: $(OUT)/patients.csv."
	@echo "Curves, intervals, tests and trajectories of the cohort: $(OUT)/cohort.json."
	@echo "Definitions and counts: $(OUT)/report.json. \`regimen columns\` explains the columns."
	@echo "All of it to look at, with a page for each patient: open $(OUT)/index.html in a browser."

# Stores on a server are tried on one that the tests start, where there is one to start.
test: PACKAGES += postgresql
test: setup
	swift build --build-tests
	@$(MAKE) --no-print-directory free-of-gsl
	swift test --skip-build --parallel

# The libraries below the statistics neither call nor link libgsl; the statistics do, which shows that
# the question is answered.
OBJECTS = $$(swift build --show-bin-path)
free-of-gsl:
	@for module in Scheduling AdherenceAnalytics; do \
	  ! cat $(OBJECTS)/$$module.build/*.o | grep -a -q -e gsl_ -e lgsl || { echo "$$module needs libgsl"; exit 1; }; \
	done
	@cat $(OBJECTS)/AdherenceStatistics.build/*.o | grep -a -q lgsl
	@echo "Scheduling and AdherenceAnalytics do not need libgsl."

# The tests again, compiled so that whatever is wrong with memory ends them (AddressSanitizer), and those where threads
# meet so that every unguarded meeting does (ThreadSanitizer): pipelines, stores, files, columns and handles.
SUITES ?=
SHARED = ReportingTests|SQLiteStoreTests|PostgreSQLStoreTests|InterchangeTests|ArrowTests|RegimenCTests|StoreTests
test-asan: setup
	swift build --build-tests --sanitize=address --scratch-path .build/address
	@# Swift keeps marks in the bits of pointers, which the search for leaks takes for lost ones.
	ASAN_OPTIONS=detect_leaks=0:suppressions=$(CURDIR)/Tests/Sanitizers/address.supp \
	  swift test --skip-build --parallel --sanitize=address --scratch-path .build/address $(if $(SUITES),--filter '$(SUITES)')

# What the sanitizer cannot see of Swift's libraries it is told by functions that are linked into whatever is built.
SEEN = $(CURDIR)/.build/thread/seen.o
test-tsan: setup $(SEEN)
	swift build --build-tests --sanitize=thread --scratch-path .build/thread -Xlinker $(SEEN)
	TSAN_OPTIONS=halt_on_error=1 swift test --skip-build --parallel --sanitize=thread --scratch-path .build/thread \
	  --filter '$(or $(SUITES),$(SHARED))'

# SwiftPM does not look at what is linked beside its own.
$(SEEN): Tests/Sanitizers/thread.c
	@mkdir -p $(@D) && clang -O -c $< -o $@ && rm -f .build/thread/debug/*.xctest

# Who switches the traits off builds Scheduling without fetching another package.
CLIENT = .build/client
free-of-packages: setup
	@rm -rf $(CLIENT) && mkdir -p $(CLIENT)/Sources/Client && echo 'import Scheduling' >$(CLIENT)/Sources/Client/main.swift
	@printf '%s\n' '// swift-tools-version: 6.1' 'import PackageDescription' 'let package = Package(name: "client",' \
	  'dependencies: [.package(name: "regimen", path: "../..", traits: [])], targets: [.executableTarget(' \
	  'name: "Client", dependencies: [.product(name: "Scheduling", package: "regimen")])])' >$(CLIENT)/Package.swift
	swift build --package-path $(CLIENT)
	@[ -z "$$(ls $(CLIENT)/.build/checkouts 2>/dev/null)" ] || { echo "Scheduling needs packages"; exit 1; }

# Draws what the tool writes by the renderers that it is for: schema, warnings, pictures, pages.
# VENV may name another Python environment that has what requirements.txt asks for.
VENV ?= .build/chart-checks/venv
CHECKED = .build/chart-checks/charts
CHECK_DAYS = --from 2025-01-13 --to 2026-01-01 --as-of 2025-12-31T22:00:00Z --day-boundary 03:00
CHECK_CHARTS = .build/debug/regimen chart Datasets/monitoring --all $(CHECK_DAYS)
# Plans that are not daily doses: quotas, as needed, weekly, never done, once, and names from right to left.
PLANS = Tests/ChartChecks/plans
CHECK_REFILLS = .build/debug/regimen refills Datasets/refills --measure pdc,cma7 --window 90
PLAN_DAYS = --from 2025-01-01 --to 2026-01-01
check-charts: PACKAGES += chromium libjs-chart.js python3-venv
check-charts: setup $(VENV)/ready
	@swift build --product regimen
	@rm -rf $(CHECKED) && mkdir -p $(CHECKED)/refills
	@for form in vegaLite csv json chartJS plotly echarts svg; do \
	  $(CHECK_CHARTS) --format $$form --out $(CHECKED)/cohort >/dev/null && \
	  $(CHECK_CHARTS) --format $$form --patient P000 --task med --scoring summed --out $(CHECKED)/patient >/dev/null && \
	  $(CHECK_CHARTS) --format $$form --patient P009 --scoring summed --out $(CHECKED)/tasks >/dev/null && \
	  for patient in flexible never once rtl; do \
	    .build/debug/regimen chart $(PLANS) --all $(PLAN_DAYS) --patient $$patient --format $$form \
	      --out $(CHECKED)/plans-$$patient >/dev/null || exit 1; \
	  done || exit 1; \
	done
	@# A distribution of classes has panels, which three of the forms cannot express.
	@for end in vl.json csv json chartjs.json plotly.json echarts.json svg; do \
	  for chart in fills windows persistence distribution; do \
	    $(CHECK_REFILLS) --combine any --chart $$chart --out $(CHECKED)/refills/$$chart.cohort.$$end && \
	    case $$chart.$$end in distribution.plotly.*|distribution.echarts.*|distribution.chartjs.*) ;; *) \
	      $(CHECK_REFILLS) --chart $$chart --out $(CHECKED)/refills/$$chart.classes.$$end ;; \
	    esac || exit 1; \
	  done && \
	  for chart in fills windows; do \
	    $(CHECK_REFILLS) --combine any --chart $$chart --chart-patient R003 --out $(CHECKED)/refills/$$chart.patient.$$end || exit 1; \
	  done || exit 1; \
	done
	@$(VENV)/bin/python Tests/ChartChecks/charts.py $(CHECKED) --shots $(CHECKED)/shots
	@.build/debug/regimen report Datasets/monitoring --by week $(CHECK_DAYS) --out $(CHECKED)/report >/dev/null
	@$(VENV)/bin/python Tests/ChartChecks/colors.py $(CHECKED)/report/index.html
	@$(VENV)/bin/python Tests/ChartChecks/pages.py $(CHECKED)/report
	@.build/debug/regimen report $(PLANS) --by week $(PLAN_DAYS) --pages all --out $(CHECKED)/plans >/dev/null
	@$(VENV)/bin/python Tests/ChartChecks/pages.py $(CHECKED)/plans --patients 4
	@$(CHECK_REFILLS) --out $(CHECKED)/refills-page >/dev/null
	@$(VENV)/bin/python Tests/ChartChecks/pages.py $(CHECKED)/refills-page --alone

$(VENV)/ready: Tests/ChartChecks/requirements.txt | setup
	python3 -m venv $(@D)
	$(@D)/bin/pip install -q -r $<
	@# Panel brings ECharts' script; of its own packages nothing is needed.
	$(@D)/bin/pip install -q --no-deps panel==1.9.4
	@touch $@

# Holds the resources and data points that are written to classes and validators of others, in both releases.
FHIR_VENV ?= .build/fhir-checks/venv
RESOURCES = .build/fhir-checks/resources
FHIR_DAYS = --from 2025-01-13 --to 2026-01-01 --by month
check-fhir: PACKAGES += python3-venv
check-fhir: setup $(FHIR_VENV)/ready
	@swift build --build-tests
	@rm -rf $(RESOURCES) && mkdir -p $(RESOURCES)
	@FHIR_SAMPLES=$(abspath $(RESOURCES)) swift test --skip-build --filter SampleWriting >/dev/null
	@for release in R4 R5; do \
	  .build/debug/regimen export Datasets/monitoring $(RESOURCES)/monitoring-$$release --format fhir \
	    --release $$release --adherence --measure http://example.org/Measure/adherence $(FHIR_DAYS) >/dev/null 2>&1; \
	  [ $$? -le 1 ] && $(FHIR_VENV)/bin/python Tests/FHIRChecks/resources.py --release $$release \
	    $(RESOURCES)/$$release $(RESOURCES)/$$release.json $(RESOURCES)/monitoring-$$release || exit 1; \
	done
	@$(FHIR_VENV)/bin/python Tests/FHIRChecks/points.py $(RESOURCES)/points.ndjson

$(FHIR_VENV)/ready: Tests/FHIRChecks/requirements.txt | setup
	python3 -m venv $(@D)
	$(@D)/bin/pip install -q -r $<
	@touch $@

# Kills, full disks, jumping clocks and power cuts, all drawn from SEED; needs root for disks of its own.
KILLS ?= 320
CUTS ?= 150
SEED ?= 1
check-faults: PACKAGES += python3
check-faults: setup
	@swift build --product regimen
	@python3 Tests/FaultChecks/kills.py --kills $(KILLS) --seed $(SEED)
	@python3 Tests/FaultChecks/faults.py
	@python3 Tests/FaultChecks/power.py --cuts $(CUTS) --seed $(SEED)

MEASURE = swift run --package-path Benchmarks -c release regimen-bench --format $(FORMAT) \
  --systems $(SYSTEMS) --python $(PYTHON) --tool .build/release/regimen
bench bench-large: PACKAGES += libical-dev postgresql
bench: setup
	@swift build -c release --product regimen
	@$(MEASURE) --rows $(ROWS)

# Doubles every dimension of the input and counts the instructions that the tool takes: nothing grows with a square.
check-growth: PACKAGES += valgrind python3
check-growth: setup
	@swift build -c release --product regimen
	@python3 Tests/GrowthChecks/growth.py .build/release/regimen

# What small inputs cost at their worst; a table for Benchmarks/Results.md.
check-worst: PACKAGES += python3
check-worst: setup
	@swift build -c release --product regimen
	@python3 Tests/GrowthChecks/worst.py .build/release/regimen

# Feeds what reads strangers' files with inputs that libFuzzer makes up: `make fuzz TARGET=schedule SECONDS=600`. A name
# that is none lists the targets; what is found stands in .build/fuzz/TARGET/found.
FUZZING = .build/fuzzing
FUZZER = $(FUZZING)/debug/regimen-fuzz
TARGET ?= schedule
SECONDS ?= 60
fuzz: fuzz-tool
	@Tests/Fuzzing/fuzz.sh $(FUZZER) $(TARGET) $(SECONDS)

# Every target, two at a time: all that was ever found, then SECONDS of new inputs, which are the same each time, so that
# whoever breaks something is told, and nobody else.
fuzz-all: SECONDS = 20
fuzz-all: fuzz-tool
	@FUZZ_TARGET= $(FUZZER) | xargs -P 2 -I TARGET sh -c '\
	  SWIFT_DETERMINISTIC_HASHING=1 Tests/Fuzzing/fuzz.sh $(FUZZER) TARGET $(SECONDS) -seed=1 >.build/fuzz-TARGET.log 2>&1 \
	    || { tail -40 .build/fuzz-TARGET.log; echo "TARGET: failed"; exit 1; }; \
	  sed -n "s/^stat::number_of_executed_units: *\(.*\)/TARGET: \1 inputs/p" .build/fuzz-TARGET.log'

# All modules are compiled to report which of their branches ran, and what they do wrong with memory.
fuzz-tool: setup
	swift build --package-path Tests/Fuzzing --scratch-path $(FUZZING) --product regimen-fuzz --sanitize=address \
	  -Xswiftc -sanitize=fuzzer -Xswiftc -use-ld=lld

# Takes some 15 GB below DATA while it runs.
PATIENTS ?= 100000
DAYS ?= 365
DATA ?= .build/bench
bench-large: setup
	@swift build -c release --product regimen
	@$(MEASURE) --rows import,store-report,folder-report,size-small,size-large,one-patient \
	  --patients $(PATIENTS) --days $(DAYS) --data $(DATA)

# Far more patients, outcomes, tasks and nights than in practice; the largest case takes some 20 GB below DATA.
CASES ?=
load: setup
	@swift build -c release --product regimen
	@python3 Benchmarks/Scripts/load.py .build/release/regimen $(or $(DATA),.build/load) $(CASES)

lint: setup
	swift format lint --strict --recursive $(SOURCES)

LIBRARIES = Scheduling PlainWords AdherenceAnalytics AdherenceStatistics Charts SQLiteStore PostgreSQLStore Interchange Arrow FHIR ICalendar CareKitJSON Simulation Reporting
GRAPHS = .build/symbol-graphs
TRIPLE = $$(swiftc -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p' | head -1)
# libpq has its headers in a folder of its own.
C_MODULES = /usr/include/postgresql Sources/CGSL Sources/CSQLite Sources/CPostgreSQL Sources/CZlib Sources/CZstd Sources/CLZ4 Sources/CArrow/include .build/checkouts/GRDB.swift/Sources/GRDBSQLite
# Not by `swift package dump-symbol-graph`, which asks for tests that nobody has built too.
ARCHIVES = .build/archives
DOCS = .build/docs
# Of PlainWords there is nothing but extensions of Scheduling's types.
docs: PACKAGES += python3
docs: setup
	swift build
	@rm -rf $(GRAPHS) $(ARCHIVES) $(DOCS) && mkdir -p $(ARCHIVES)
	@for library in $(LIBRARIES); do \
	  mkdir -p $(GRAPHS)/$$library && \
	  swift-symbolgraph-extract -module-name $$library -target $(TRIPLE) -I $(OBJECTS)/Modules \
	    $(addprefix -I ,$(C_MODULES)) -minimum-access-level public -skip-synthesized-members \
	    $$([ $$library = PlainWords ] && echo -emit-extension-block-symbols || echo -omit-extension-block-symbols) -output-dir $(GRAPHS)/$$library && \
	  docc convert Sources/$$library/$$library.docc --additional-symbol-graph-dir $(GRAPHS)/$$library \
	    --fallback-display-name $$library --fallback-bundle-identifier regimen.$$library \
	    --warnings-as-errors --output-path $(ARCHIVES)/$$library.doccarchive || exit 1; \
	done
	@docc merge $(LIBRARIES:%=$(ARCHIVES)/%.doccarchive) --synthesized-landing-page-name Regimen \
	  --synthesized-landing-page-topics-style list --output-path $(DOCS)
	@# All pages are one file, which asks for the data of its address; at the root there are none.
	@find $(DOCS)/documentation -name index.html -exec ln -f $(DOCS)/index.html {} \;
	@rm $(DOCS)/index.html
	@echo '<!doctype html><meta http-equiv="refresh" content="0; url=documentation/"><a href="documentation/">Regimen</a>' \
	  >$(DOCS)/index.html
	@python3 Tests/Packaging/docs.py $(DOCS) $(LIBRARIES)
	@echo "Pages: python3 -m http.server --directory $(DOCS)"

# What is installed: the Swift runtime is linked into it, and its symbols are stripped. In the place of ICU's data
# (34 MB, which only what depends on a locale reads) stands nothing; zones come from the system.
STATIC = .build/static
ICU_DATA = $$(nm --defined-only $$(dirname $$(readlink -f $$(command -v swiftc)))/../lib/swift_static/linux/lib_FoundationICU.a \
  2>/dev/null | grep -o -m 1 'icudt[0-9]*_dat$$')
# The toolchain's own linker writes relocations in a tenth of the room (glibc 2.36 on), and leaves out the names of
# functions that nobody looks up.
SMALL = -Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --icf=safe -Xlinker --no-export-dynamic
INSTALLED = swift build -c release --static-swift-stdlib --scratch-path $(STATIC) $(SMALL)
tool: setup
	$(INSTALLED) --product regimen -Xlinker --defsym=$(ICU_DATA)=_IO_stdin_used
	@strip -o $(STATIC)/regimen $(STATIC)/release/regimen
	swift build --package-path $(STATIC)/checkouts/swift-argument-parser --scratch-path $(STATIC)/manual \
	  --product generate-manual
	@rm -rf $(STATIC)/man && mkdir -p $(STATIC)/man
	@$(STATIC)/manual/debug/generate-manual $(STATIC)/regimen --multi-page -o $(STATIC)/man
	@sed -i -e 's/regimen\.\([a-z]\)/regimen-\1/' -e 's/^\.Dt REGIMEN\./.Dt REGIMEN-/' -e 's/^$$/.Pp/' $(STATIC)/man/*
	@cd $(STATIC)/man && for page in regimen.*.1; do mv $$page regimen-$${page#regimen.}; done

# The same for other languages: it is compiled as the tool is, shows the functions of regimen.h alone, and needs no
# Swift. In the place of ICU's data stands an address that is never read.
library: setup
	$(INSTALLED) --product RegimenC -Xlinker --defsym=$(ICU_DATA)=0
	@strip -o $(STATIC)/libregimen.so $(STATIC)/release/libRegimenC.so
	@ln -sf libregimen.so $(STATIC)/libregimen.so.1
	@echo "$(STATIC)/libregimen.so, $$(stat -c %s $(STATIC)/libregimen.so | numfmt --to=si)B"

# A program in C uses it: once with what is wrong with memory found out, once a thousand times over, which must not grow.
LIBRARY_CHECK = $(CC) -std=gnu11 -Wall -Wextra -g -I Sources/CRegimen/include -I Sources/CArrow/include \
  Tests/LibraryChecks/*.c $(STATIC)/libregimen.so -lpthread -Wl,-rpath,$(abspath $(STATIC))
check-library: library
	@! nm -D --defined-only $(STATIC)/libregimen.so | grep -v ' T regimen_'
	@$(LIBRARY_CHECK) -fsanitize=address,undefined -o $(STATIC)/check-memory
	@# Swift keeps marks in the bits of pointers, which the search for leaks takes for lost ones; the next run shows leaks.
	@ASAN_OPTIONS=detect_leaks=0 $(STATIC)/check-memory Datasets 50
	@$(LIBRARY_CHECK) -O2 -o $(STATIC)/check
	@$(STATIC)/check Datasets 1000

# sudo make install-files puts what make tool has built in its place, without Swift.
PREFIX ?= /usr/local
BIN = $(DESTDIR)$(PREFIX)/bin
SHARE = $(DESTDIR)$(PREFIX)/share
MAN = $(SHARE)/man/man1
# Debian's packages have a folder of their own.
ZSH = $(SHARE)/zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions)
BASH_COMPLETION = $(SHARE)/bash-completion/completions/regimen
FISH_COMPLETION = $(SHARE)/fish/vendor_completions.d/regimen.fish
install: tool
	@$(MAKE) --no-print-directory install-files

install-files:
	@install -D -m 755 $(STATIC)/regimen $(BIN)/regimen
	@install -d $(MAN) && install -m 644 $(STATIC)/man/* $(MAN)
	@for shell in bash zsh fish; do \
	  $(STATIC)/regimen --generate-completion-script $$shell >$(STATIC)/completion.$$shell || exit 1; \
	done
	@install -D -m 644 $(STATIC)/completion.bash $(BASH_COMPLETION)
	@install -D -m 644 $(STATIC)/completion.zsh $(ZSH)/_regimen
	@install -D -m 644 $(STATIC)/completion.fish $(FISH_COMPLETION)
	@echo "$(BIN)/regimen, $$(stat -c %s $(STATIC)/regimen | numfmt --to=si)B; regimen(1); completions for bash, zsh and fish"

uninstall:
	rm -f $(BIN)/regimen $(MAN)/regimen.1 $(MAN)/regimen-*.1 $(BASH_COMPLETION) $(ZSH)/_regimen $(FISH_COMPLETION)

# The package for Debian: what install puts below /usr, and the licences of what is linked in.
DEB = .build/deb
DEB_DOC = $(DEB)/root/usr/share/doc/regimen
DEBIAN = Sources/RegimenCLI/Debian
deb check-deb: PACKAGES += dpkg-dev
deb: tool
	@rm -rf $(DEB) && mkdir -p $(DEB)/debian $(DEB_DOC) $(DEB)/root/DEBIAN
	@$(MAKE) --no-print-directory install-files DESTDIR=$(CURDIR)/$(DEB)/root PREFIX=/usr
	@gzip -9n $(DEB)/root/usr/share/man/man1/*
	@cd $(STATIC)/checkouts && cat $(CURDIR)/$(DEBIAN)/copyright GRDB.swift/LICENSE swift-log/NOTICE.txt \
	  >$(CURDIR)/$(DEB_DOC)/copyright
	@printf 'Source: regimen\n\nPackage: regimen\nArchitecture: any\n' >$(DEB)/debian/control
	@cd $(DEB) && dpkg-shlibdeps -O root/usr/bin/regimen | sed 's/^shlibs:Depends=\(.*\)/Depends: \1, libc6 (>= 2.36), tzdata/' >depends
	@sed -e "s/@VERSION@/$$($(STATIC)/regimen --version)/" -e "s/@ARCHITECTURE@/$$(dpkg --print-architecture)/" \
	  -e "s/@SIZE@/$$(du -sk $(DEB)/root | cut -f1)/" -e "s/@DEPENDS@/$$(cat $(DEB)/depends)/" \
	  $(DEBIAN)/control >$(DEB)/root/DEBIAN/control
	@chmod -R u=rwX,go=rX $(DEB)/root
	@dpkg-deb --build --root-owner-group $(DEB)/root $(DEB)

check-deb: PACKAGES += debootstrap
check-deb: deb
	@Tests/Packaging/deb.sh $(DEB)/regimen_*.deb

# The wheel for Python: the package with the library, and beside it what that needs of the system's and not every
# Linux has. It runs where the C library is as new as here.
WHEEL = .build/wheel
PLATFORM = manylinux_$$(getconf GNU_LIBC_VERSION | sed 's/glibc //; s/\./_/')_$$(uname -m)
VERSION = $$(sed -n 's/.*static let version = "\(.*\)"/\1/p' Sources/Reporting/Definitions/ReportFrame.swift)
wheel test-python check-wheel: PACKAGES += python3-venv
wheel: library $(WHEEL)/tools/ready
	@rm -rf $(WHEEL)/source $(WHEEL)/*.whl && cp -r Sources/Python $(WHEEL)/source
	@cp $(STATIC)/libregimen.so $(WHEEL)/source/regimen/ && echo "$(VERSION)" >$(WHEEL)/source/VERSION
	@Tests/Packaging/licenses.sh $(STATIC) $(WHEEL)/source/licenses
	@$(WHEEL)/tools/bin/pip wheel -q --no-deps --no-build-isolation -w $(WHEEL)/source/dist $(WHEEL)/source
	@PATH=$(abspath $(WHEEL)/tools/bin):$$PATH auditwheel repair --strip --plat $(PLATFORM) -w $(WHEEL) \
	  $(WHEEL)/source/dist/*.whl 2>$(WHEEL)/repair.log || { cat $(WHEEL)/repair.log; exit 1; }
	@du -h $(WHEEL)/*.whl

$(WHEEL)/tools/ready: Tests/Packaging/requirements.txt | setup
	python3 -m venv $(@D)
	$(@D)/bin/pip install -q -r $<
	@touch $@

# Installs the wheel into an environment of its own beside the libraries that it works with, and tries it there.
PYTHON_VENV ?= .build/python-checks/venv
test-python: wheel $(PYTHON_VENV)/ready
	@REGIMEN_OPTIMIZED=1 swift build --product regimen
	@$(PYTHON_VENV)/bin/pip install -q --no-deps --force-reinstall $(WHEEL)/*.whl
	@$(PYTHON_VENV)/bin/python -m pytest -q -p no:cacheprovider Tests/PythonChecks

$(PYTHON_VENV)/ready: Tests/PythonChecks/requirements.txt | setup
	python3 -m venv $(@D)
	$(@D)/bin/pip install -q -r $<
	@touch $@

check-wheel: PACKAGES += debootstrap
check-wheel: wheel
	@Tests/Packaging/wheel.sh $(WHEEL)/*.whl

# Runs a cohort on a Spark cluster of this machine, kills a worker, and holds every byte to what one process says; the
# same by Ray and Dask. CHECK_PATIENTS is what a year of takes some five minutes on two cores.
CHECK_PATIENTS ?= 20000
SPARK_VENV ?= .build/spark-checks/venv
check-spark: PACKAGES += python3-venv $(if $(shell command -v java),,default-jre-headless)
check-spark: wheel $(SPARK_VENV)/ready
	@REGIMEN_OPTIMIZED=1 swift build --product regimen
	@$(SPARK_VENV)/bin/pip install -q --no-deps --force-reinstall $(WHEEL)/*.whl
	@$(SPARK_VENV)/bin/python Tests/ClusterChecks/spark.py .build/debug/regimen .build/spark-checks/cohort \
	  --patients $(CHECK_PATIENTS)

$(SPARK_VENV)/ready: Tests/ClusterChecks/requirements.txt | setup
	python3 -m venv $(@D)
	$(@D)/bin/pip install -q -r $<
	@touch $@

# The libraries that a Swift program links on Debian; the slim images leave some of them out.
PACKAGES = g++ zlib1g-dev libzstd-dev liblz4-dev libgsl-dev libsqlite3-dev libpq-dev tzdata git ca-certificates
setup:
	@if command -v dpkg-query >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  missing=""; for package in $(PACKAGES); do \
	    dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	  done; \
	  if [ -n "$$missing" ]; then apt-get update -qq && apt-get install -y -qq $$missing; fi; \
	fi
