# Everything there is to do with livephotolint. On a fresh Debian 12 machine with a Swift toolchain
# `make demo` and `make test` need nothing else; once the packages are there they work offline.

PREFIX ?= /usr/local
SUDO := $(if $(filter 0,$(shell id -u)),,sudo)

# libxml2: reading XMP and property lists, writing JUnit. libarchive: reading .livp and .ipa
# archives and zip and tar data sets, writing .livp. libyaml: reading XcodeGen's project.yml.
# libsqlite3: the audit store. nettle: SHA-256, by which copies in archives are told. libavformat:
# reading and writing movies. libavcodec: decoding and encoding pictures and sound. libavutil: what
# the two share. libswscale: changing pictures' size and colours. libswresample: changing sound's
# rate and form. libheif: decoding and encoding HEIC. pkg-config: finding them.
BUILD_PACKAGES := libxml2-dev libarchive-dev libyaml-dev libsqlite3-dev nettle-dev \
  libavformat-dev libavcodec-dev libavutil-dev libswscale-dev libswresample-dev libheif-dev \
  pkg-config
# exiftool, ffprobe and libheif's programs: second readers in tests; ffmpeg, zip and zstd: their
# material. sqlite3: asking stores from outside. git: the other reader of exclude patterns. xmllint
# and jsonschema: JUnit and JSON against their schemas.
TEST_PACKAGES := $(BUILD_PACKAGES) libimage-exiftool-perl ffmpeg libheif-examples libxml2-utils \
  python3-jsonschema zip zstd sqlite3 git
# exiftool, mediainfo and ffprobe: the peers that speed is measured against. gcc: the floor program.
# time: memory. strace: system calls a pair. perf: which functions the processor's time goes to.
BENCH_PACKAGES := $(BUILD_PACKAGES) libimage-exiftool-perl mediainfo ffmpeg gcc python3 time \
  strace linux-perf
# A Java runtime: Spark runs on it. venv: Spark is installed apart from the system's Python. zstd: one
# of the sources that Spark's findings are compared with.
SPARK_PACKAGES := $(BUILD_PACKAGES) openjdk-17-jre-headless python3-venv zstd

RELEASE := swift build -c release --static-swift-stdlib
TOOL := .build/release/livephotolint
DECODER := .build/release/livephotolint-decode
SPARK := .build/spark

.PHONY: all build demo test test-spark lint fuzz format bench bench-growth bench-spark \
  corpus matrix rules install clean build-packages test-packages bench-packages spark-packages

all: build

build: build-packages
	$(RELEASE) --product livephotolint
	$(RELEASE) --product livephotolint-decode

# What the tool says of specimens that work and of specimens that do not.
demo: build
	@scripts/demo $(TOOL)

test: test-packages
	swift build --build-tests
	swift test --skip-build --disable-xctest

# The Spark job on a cluster of two local executors against one run of the tool, as it is released, and
# one set as a folder, its zip, its tar.zst, a list and through Spark. Spark, 300 MB, is fetched once.
test-spark: build $(SPARK)/installed
	LIVEPHOTOLINT=$(CURDIR)/$(TOOL) $(SPARK)/bin/python -W ignore \
	  -m unittest discover --verbose --start-directory integrations/spark

$(SPARK)/installed: integrations/spark/requirements.txt | spark-packages
	python3 -m venv $(SPARK)
	$(SPARK)/bin/pip install --quiet --requirement $< || \
	  { echo "Not fetched from PyPI, which is needed once: $$(cat $<)" >&2; exit 1; }
	touch $@

lint: build-packages
	swift format lint --strict --parallel --recursive Package.swift Sources Tests
	swift build --explicit-target-dependency-import-check error

# Attacks every reader with mutated specimens, so many seconds each.
SECONDS ?= 60
fuzz: build-packages
	@scripts/fuzz $(SECONDS)

format:
	swift format --in-place --parallel --recursive Package.swift Sources Tests

# Speed and memory against exiftool, MediaInfo, ffprobe and the floor program, in one run; the time of
# each stage and where it goes.
bench: build bench-packages
	swift run make-corpus --benchmark .build/benchmark
	python3 Benchmarks/bench.py $(TOOL) .build/benchmark

# What a pair costs as the set grows: Benchmarks/growth.csv, growth.svg and the table in its README. A
# million pairs take 45 GB of disk, which WORK=DIR keeps for the next time, and some 20 minutes.
SIZES ?= 1000 10000 100000 1000000
bench-growth: build bench-packages
	swift run make-corpus --benchmark .build/benchmark
	python3 Benchmarks/growth.py $(TOOL) .build/benchmark --small $(if $(WORK),--work $(WORK))
	python3 Benchmarks/growth.py $(TOOL) .build/benchmark --sizes $(SIZES) $(if $(WORK),--work $(WORK))

# What the Spark job costs a pair, and what very many cost: the tables of integrations/spark/README.md.
bench-spark: build bench-packages $(SPARK)/installed
	swift run make-corpus --benchmark .build/benchmark
	$(SPARK)/bin/python Benchmarks/spark.py $(TOOL) .build/benchmark

# Writes the specimens anew from their recipes, and the manifest of them.
corpus: build-packages
	swift run make-corpus Corpus

# Writes anew which rules fail of which mutants of good pairs.
matrix: build-packages
	swift run make-corpus --matrix

# Writes the rule book anew from the rules and the specimens.
rules: build-packages
	swift run livephotolint rules --format markdown --corpus Corpus > rules.md.new
	mv rules.md.new rules.md

install: build
	install -D -m 755 $(TOOL) $(DESTDIR)$(PREFIX)/bin/livephotolint
	install -D -m 755 $(DECODER) $(DESTDIR)$(PREFIX)/bin/livephotolint-decode

clean:
	rm -rf .build

build-packages:
	@scripts/install-packages $(SUDO) -- $(BUILD_PACKAGES)
test-packages:
	@scripts/install-packages $(SUDO) -- $(TEST_PACKAGES)
bench-packages:
	@scripts/install-packages $(SUDO) -- $(BENCH_PACKAGES)
spark-packages:
	@scripts/install-packages $(SUDO) -- $(SPARK_PACKAGES)
