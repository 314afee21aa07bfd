#!/bin/bash
# Makes packages with the names of three that only Raspberry Pi's archive has, into the folder $1. The picamera2 of these
# refuses a numpy that is not the system's, as the real one's compiled parts do; raspi-config only says what it was told.
set -euo pipefail
make_one() { # NAME DEPENDS
  printf 'Package: %s\nVersion: 0.3.38\nArchitecture: all\nMaintainer: Pegwatch <rigs@localhost>\nDepends: %s\nDescription: stand-in of the rigs\n' "$1" "$2" > "$work/DEBIAN/control"
  dpkg-deb --root-owner-group -Zgzip -b "$work" "$out/$1.deb" >/dev/null
}
out=$(cd "$1" && pwd)
work=$(mktemp -d); mkdir -p "$work/DEBIAN" "$work/usr/lib/python3/dist-packages/picamera2-0.3.38.dist-info"
cat > "$work/usr/lib/python3/dist-packages/picamera2.py" <<'PY'
import subprocess, numpy
built_for = subprocess.run(["/usr/bin/python3", "-I", "-c", "import numpy; print(numpy.__version__.split('.')[0])"], capture_output=True, text=True, check=True).stdout.strip()
if numpy.__version__.split(".")[0] != built_for:
    raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")
class Picamera2:
    def __init__(self, number=0): raise IndexError("list index out of range")
    def cancel_all_and_flush(self): pass
PY
printf 'Metadata-Version: 2.1\nName: picamera2\nVersion: 0.3.38\n' > "$work/usr/lib/python3/dist-packages/picamera2-0.3.38.dist-info/METADATA"
make_one python3-picamera2 "python3, python3-numpy"
rm -rf "$work/usr"; mkdir -p "$work/usr/lib/python3/dist-packages"
printf 'class error(Exception): pass\ndef gpiochip_open(chip): raise error("can not open gpiochip")\nSET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = RISING_EDGE = FALLING_EDGE = BOTH_EDGES = 0\n' > "$work/usr/lib/python3/dist-packages/lgpio.py"
make_one python3-lgpio "python3"
rm -rf "$work/usr"; mkdir -p "$work/usr/bin"
printf '#!/bin/sh\necho "raspi-config $*" >> /root/raspi-config.log\n' > "$work/usr/bin/raspi-config"; chmod 755 "$work/usr/bin/raspi-config"
make_one raspi-config "python3"
rm -rf "$work"
