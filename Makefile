# Pegwatch. `make` alone says what there is.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEMO_ARGS ?=
HARDWARE_ARGS ?=
HOSTILE_ARGS ?=
TRAIN_ARGS ?=

.PHONY: screens help demo run test test-fast check hardware hardware-tools bench bench-peers bench-web bench-disk bench-club bench-sites bench-vision bench-national bench-vision-peers truth thrown case sight docs train setup run-setup browser clean

help:  ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1|/' | column -t -s '|'

demo: setup  ## the whole table on this machine, simulated players; page on http://localhost:8080
	@$(BIN)/pegwatch demo $(DEMO_ARGS)

run: run-setup  ## the table on a Raspberry Pi
	@$(BIN)/pegwatch run

test: setup browser  ## all tests, in parts beside one another (JOBS: how many at once)
	@sh tests/parts.sh $(BIN)/pytest

.PHONY: coverage
coverage: setup  ## the tests of the rules; each branch of cribbage/ has to be reached by a test that names its rule
	@$(BIN)/pytest tests/cribbage --cov

test-fast: setup  ## the tests of a minute: the rules, and what starts no process and plays no whole game
	@sh tests/fast.sh $(BIN)/pytest

.PHONY: torture long-run try-install
long-run: setup  ## HOURS=8 of play, compressed: memory and files must not grow (an hour or two)
	@$(BIN)/python -m pegwatch.bench.longrun $(or $(HOURS),8)

try-install:  ## the installer from scratch on a bare arm64 Debian (root, debootstrap, qemu; ARCH=amd64 is quicker)
	@install/try-install.sh

.PHONY: release
release:  ## the archive of this commit with its sum, in build/: what `pegwatch update` takes (KEY=release.key: signed, for the page)
	@version=$$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml | head -1); mkdir -p build; \
	  git archive --prefix=pegwatch-$$version/ -o build/pegwatch-$$version.tar.gz HEAD && \
	  (cd build && sha256sum pegwatch-$$version.tar.gz > pegwatch-$$version.tar.gz.sha256) && echo "build/pegwatch-$$version.tar.gz" && \
	  { [ -z "$(KEY)" ] || install/sign-release "$(KEY)" "build/pegwatch-$$version.tar.gz"; }

.PHONY: rigs test-rigs
rigs:  ## what the real libraries run in, once, in build/rigs (root; Debian's mirror; ten minutes; RIGS="camera pins plain card")
	@tests/rigs/make.sh $(RIGS)

test-rigs: setup  ## real picamera2, real lgpio, the page for a Pi literally, installed and booted (root; after make rigs; half an hour)
	@PEGWATCH_RIGS="$${PEGWATCH_RIGS:-$(CURDIR)/build/rigs}" $(BIN)/pytest tests/rigs -s $(RIGS_ARGS)

torture: setup  ## thousands of power cuts, kills and torn pages, failing contacts, junk at every door, all games of the tests (TIMES=20: two hours)
	@PEGWATCH_TORTURE=$(or $(TIMES),20) $(BIN)/pytest --timeout 0 $$(grep -lE 'PEGWATCH_TORTURE|from samples import' -r tests --include='test_*.py' | sort)

check: setup  ## style, types, and which room may import which
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

.PHONY: proof mutants
proof: setup  ## 10,000 crooked games and 5,600 seen with several kinds of blindness: what was caught, and nobody falsely accused (two hours)
	@$(BIN)/python -m pegwatch.simulated.proof
	@$(BIN)/python -m pegwatch.simulated.pairs --games 5600 --mixtures 0.2 --jobs 2

mutants: setup  ## change one thing at a time in the rules and see which change no test notices (hours; MODULES="book/remedies book/rule44")
	@$(BIN)/python -m pegwatch.bench.mutants $(MODULES)

bench: setup  ## speed and memory, as ratios within one run
	@$(BIN)/python -m pegwatch.bench

bench-web: setup  ## 300 live viewers while the board scans at 100 Hz, alone and beside 2,000 half requests and 300 who never read: delay, memory, lost scans (three minutes)
	@$(BIN)/python -m pegwatch.bench.web run $(WEB_ARGS)

bench-disk: setup  ## the board's scans while each sync of the disk takes up to 400 ms longer (needs strace)
	@$(BIN)/python -m pegwatch.bench.slowdisk run

bench-club: setup  ## thirty tables with a real broker and hub, then the traffic of 500: latency, memory, standings (needs mosquitto)
	@$(BIN)/python -m pegwatch.bench.club

bench-sites: setup  ## one event of 2,000 on ten sites with bridged brokers and PostgreSQL, lines cut and restored (SITES_ARGS=--tables 20; needs mosquitto)
	@$(BIN)/python -m pegwatch.bench.sites $(SITES_ARGS)

bench-peers: setup  ## other Python scorers, fetched into build/peers, on the same hands in the same run
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --upgrade --target build/peers \
	  cribbage-scorer==0.2.5 more-itertools pycribbage==1.0.0 cribbage==1.3.2
	@$(BIN)/python -m pegwatch.bench peers

bench-vision: setup  ## the card reader against photographs and rendered scenes
	@$(BIN)/python -m vision.train.measure

bench-national: setup  ## the card reader against the letters of other nations, rendered; needs card art in build/train
	@$(BIN)/python -m vision.train.national

bench-vision-peers: setup  ## a nano YOLO (without trained weights: cost only) fetched into build/yolo, for bench-vision to time beside ours (1 GB)
	@$(PYTHON) -m venv build/yolo/venv
	@build/yolo/venv/bin/pip install --quiet --disable-pip-version-check torch torchvision onnx ultralytics==8.3.40
	@build/yolo/venv/bin/python vision/train/yolo_export.py build/yolo 640x640 2304x1312

truth: setup  ## whole games with known truth through everything (an hour; TRUTH_ARGS="--kind kit": two, pegs read by the camera); the table goes to docs/truth.md or docs/truth-kit.md
	@$(BIN)/python -m pegwatch.truth $(TRUTH_ARGS)

.PHONY: bench-pegs
bench-pegs: setup  ## pegs read by the camera on drawn boards kept apart (BOARDS=200 SEED=2: some minutes); the table goes to vision/notes/pegs-measured.md
	@$(BIN)/python -m vision.train.pegbench $(or $(BOARDS),200) --seed $(or $(SEED),2)

.PHONY: hostile
hostile: setup  ## deals under flicker, bands, shaking, sun, shadows, arms and stacked cards (half an hour; HOSTILE_ARGS="--kind kit": pegs read by the camera too); the table goes to vision/notes/hostile.md
	@$(BIN)/python -m pegwatch.hostile $(HOSTILE_ARGS)

thrown: setup  ## 1,000 pairs of cards thrown squarely on each other under the real eye (a quarter of an hour)
	@$(BIN)/python -m pegwatch.hostile.thrown $(THROWN_ARGS)

case: setup  ## a real game as a test: GAME=log.jsonl NAME=what-it-shows WHY="..." [EXPECT=...] [DEAL=n]
	@$(BIN)/python -m pegwatch.casefile "$(GAME)" --name "$(NAME)" --why "$(WHY)" \
	  $(if $(EXPECT),--expect '$(EXPECT)') $(if $(DEAL),--deal $(DEAL))

sight: setup  ## a recording of a camera as a test: FILE=recording NAME=what-it-shows WHY="..."
	@$(BIN)/python -m pegwatch.sight "$(FILE)" --name "$(NAME)" --why "$(WHY)"

.PHONY: indexes
indexes: setup  ## the index of DECISIONS.md, and the pages of what's new from CHANGELOG.md
	@$(BIN)/python docs/decisions.py
	@$(BIN)/python docs/whats_new.py

docs: setup  ## the documentation as web pages, in build/docs, and the manual pages
	@$(BIN)/python -m sphinx -W -q -b html docs build/docs && echo "build/docs/index.html"
	@$(BIN)/pegwatch man build/docs/man1

train: setup  ## train the card reader's networks again (hours; needs PyTorch, npm and, from apt, gnome-cards-data kdegames-card-data-kf5 librsvg2-bin; TRAIN_ARGS=--small: minutes, no packages, a proof that it works)
	@$(BIN)/pip install --quiet -e '.[train]'
	@$(BIN)/python -m vision.train $(TRAIN_ARGS)

hardware: setup  ## the maker's files: checked, and compared with what the scripts make (a missing tool is named, its part skipped)
	@$(BIN)/python -m hardware.make --check $(HARDWARE_ARGS)

.PHONY: hardware-release
hardware-release: setup  ## everything a maker needs in one zip with its sum, in build/: kept files, and what is made and not kept (needs KiCad 9)
	@for part in cad electronics; do $(BIN)/python -m hardware.make --check --only $$part --strict || exit 1; done
	@$(BIN)/python -m hardware.release

hardware-tools: setup  ## what `make hardware` needs from PyPI (1.3 GB); KiCad 9, ngspice and graphviz come from apt
	@$(BIN)/pip install --quiet -c $(VENV)/constraints.txt -e '.[hardware]'

setup:  ## the environment in .venv; one that works is kept, and on a Raspberry Pi it sees apt's picamera2
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh install/environment.sh dev

run-setup:  # what runs the table and no more
	@PYTHON="$(PYTHON)" VENV="$(VENV)" sh install/environment.sh run

screens: setup browser  ## pictures of every page in out/screens, phone to wall, light and dark
	@PEGWATCH_SCREENS=1 $(BIN)/pytest -q -m browser tests/webui tests/club tests/whole/test_workshop.py

browser:
	@sh tests/install-chromium.sh

# --- supply chain: its tools live in an environment of their own
SUPPLY := build/supply
.PHONY: lock sbom audit
$(SUPPLY)/.ready: Makefile
	@$(PYTHON) -m venv $(SUPPLY)
	@$(SUPPLY)/bin/pip install --quiet --disable-pip-version-check 'uv==0.13.*' 'pip-audit==2.10.*' 'cyclonedx-bom==7.5.*' || \
	  { echo "The tools could not be installed: is the network there?"; exit 2; }
	@touch $@

lock: $(SUPPLY)/.ready  ## lock every dependency with its hashes, for x86-64 and aarch64 (network)
	@UV=$(SUPPLY)/bin/uv sh lock/make.sh

sbom: $(SUPPLY)/.ready  ## what the table is made of: build/sbom.cdx.json (CycloneDX) and lock/LICENCES.md (network)
	@$(PYTHON) -m venv --clear build/sbom
	@build/sbom/bin/pip install --quiet --disable-pip-version-check --require-hashes -r lock/requirements.txt
	@$(SUPPLY)/bin/cyclonedx-py environment build/sbom/bin/python --pyproject pyproject.toml --output-reproducible -o build/sbom.cdx.json
	@build/sbom/bin/python lock/licences.py > build/LICENCES.md && mv build/LICENCES.md lock/LICENCES.md
	@echo "build/sbom.cdx.json and lock/LICENCES.md"

audit: $(SUPPLY)/.ready  ## is there a known weakness in what is locked? without a network it says so
	@$(SUPPLY)/bin/python lock/audit.py $(SUPPLY)/bin/pip-audit

clean:  ## remove what was built (never a table's data)
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
