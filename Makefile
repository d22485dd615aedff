# Two commands do everything on a Debian machine with a Swift toolchain: make demo, make test.
# Both install what they need by apt-get, only where it is absent and only as root.
.PHONY: demo test bench lint docs setup

OUT ?= .build/demo
FORMAT ?= table
ROWS ?= all
SOURCES = Package.swift Sources Tests Benchmarks/Package.swift Benchmarks/Sources

demo: setup
	swift build -c release --product regimen
	@echo
	@.build/release/regimen report Datasets/monitoring --from 2025-01-13 --to 2026-01-12 --by week \
	  --day-boundary 03:00 --out $(OUT)
	@echo
	@echo "Each patient's weeks: $(OUT)/adherence.csv. Groups by week: $(OUT)/cohort.csv."
	@echo "Definitions and counts: $(OUT)/report.json. What the columns mean: README.md."

test: setup
	swift build --build-tests
	swift test --skip-build --parallel

bench: setup
	swift run --package-path Benchmarks -c release regimen-bench --format $(FORMAT) --rows $(ROWS)

lint: setup
	swift format lint --strict --recursive $(SOURCES)
	.ci/check-frame

docs: setup
	.ci/docs

# The libraries that a Swift program links on Debian; the slim images leave some of them out.
PACKAGES = libc6-dev libstdc++-12-dev libgcc-12-dev zlib1g-dev git ca-certificates
setup:
	@if command -v dpkg-query >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  missing=""; for package in $(PACKAGES); do \
	    dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q 'ok installed' || missing="$$missing $$package"; \
	  done; \
	  if [ -n "$$missing" ]; then apt-get update -qq && apt-get install -y -qq $$missing; fi; \
	fi
