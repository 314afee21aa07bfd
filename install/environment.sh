#!/bin/sh
# The environment that `make` works in: `sh install/environment.sh run` makes what runs the table, as it is locked;
# `sh install/environment.sh dev` that with what tests and checks need. PYTHON and VENV may name others.
#
# On a Raspberry Pi picamera2, libcamera and the pins' libraries come from apt: where they are, the environment sees the
# system's packages, and takes none that would break them. One that works is completed, never made again.
set -eu
cd "$(dirname "$0")/.."
KIND=${1:-dev} PYTHON=${PYTHON:-python3} VENV=${VENV:-.venv}
BIN=$VENV/bin
say() { echo "$*" >&2; }
die() { say "$*"; exit 2; }
pip() { "$BIN/python" -m pip --quiet --disable-pip-version-check "$@"; }

"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
  die "Pegwatch needs Python 3.11 or newer; this is $("$PYTHON" --version 2>&1 || echo none). Name another: make PYTHON=python3.12"
BASE=$("$PYTHON" -c 'import sys; print(getattr(sys, "_base_executable", "") or sys.executable)')
LOCK=$(sh lock/which.sh "$BASE")
SYSTEM=no
if "$BASE" -I -c 'import importlib.util as u, sys; sys.exit(not (u.find_spec("picamera2") or u.find_spec("libcamera")))'; then SYSTEM=yes; fi
version() { "$1" -c 'import sys; print(*sys.version_info[:2], sep=".")' 2>/dev/null; }
MADE_FOR="$(version "$BASE") system=$SYSTEM $(basename "$LOCK")"

# Nothing to do: what was made was made for this system, from these files.
is_done() { # STAMP
  [ "$(cat "$1" 2>/dev/null)" = "$MADE_FOR" ] && [ -x "$BIN/python" ] &&
    [ -z "$(find pyproject.toml constraints.txt lock install/environment.sh -newer "$1" -type f ! -path '*/__pycache__/*')" ]
}
if is_done "$VENV/.ready" || { [ "$KIND" = run ] && is_done "$VENV/.runs"; }; then exit 0; fi

sees_system() { grep -qis '^include-system-site-packages *= *true' "$VENV/pyvenv.cfg"; }
if [ "$(version "$BIN/python" || true)" = "$(version "$BASE")" ] && pip --version >/dev/null 2>&1; then
  if [ "$SYSTEM" = yes ] && ! sees_system; then
    sed -i 's/^include-system-site-packages.*/include-system-site-packages = true/' "$VENV/pyvenv.cfg"
    say "$VENV now sees the system's packages: picamera2 comes from there"
  fi
else
  flag=
  if [ "$SYSTEM" = yes ] || sees_system; then flag=--system-site-packages; fi
  "$BASE" -m venv $flag "$VENV" || die "Python cannot make virtual environments here; on Debian or Ubuntu: sudo apt install python3-venv"
fi

say "Setting up in $VENV (once; a minute or two) ..."
failed="The packages could not be installed: is the network there? Then run make again."
if [ "$KIND" = run ]; then
  pip install --require-hashes --only-binary=:all: -r "$LOCK" || die "$failed"
  pip install --no-deps --no-build-isolation -e . || die "$failed"
  echo "$MADE_FOR" > "$VENV/.runs"
else
  # The locks hold no tools for tests, so what they pin goes over the constraints where they differ.
  sed -E '/^(numpy|opencv-python-headless)==/d' constraints.txt > "$VENV/constraints.txt"
  sed -nE 's/^((numpy|opencv-python-headless)==[^ ]+).*/\1/p' "$LOCK" >> "$VENV/constraints.txt"
  pip install -c "$VENV/constraints.txt" -e '.[dev]' || die "$failed"
  echo "$MADE_FOR" > "$VENV/.ready"
fi
