#!/bin/bash
# Builds what the rigs run in, once, into build/rigs (or $PEGWATCH_RIGS): `make rigs`, or tests/rigs/make.sh camera pins.
#
#   camera  (A) a trixie in which the real picamera2 opens libcamera's virtual camera            2 min, 0.9 GB
#   pins    (C) a kernel with gpio-sim, and lgpio and gpiozero from PyPI, for a virtual machine   5 min, 2 GB
#   card    (E) the card of install/image, for this machine's own kind of processor, with simulated players  4 min, 1.5 GB
#   plain   (D) bare Debians, bookworm and trixie, with a stand-in for apt's picamera2            2 min, 0.8 GB
#
# Rig B (units in a booted container) is made by install/try-install.sh itself. Needs root, Debian's mirror and PyPI. What
# this machine cannot build is named and left out; exit status 1 only where a build that was begun failed.
set -euo pipefail
HERE=$(cd "$(dirname "$(readlink -f "$0")")" && pwd)
RIGS=$(mkdir -p "${PEGWATCH_RIGS:-$HERE/../../build/rigs}" && cd "${PEGWATCH_RIGS:-$HERE/../../build/rigs}" && pwd)
MIRROR=${MIRROR:-http://deb.debian.org/debian}
PACKAGES=ca-certificates,python3-venv,python3-libcamera,libcamera-ipa,python3-numpy,python3-prctl,python3-av,python3-pil,python3-jsonschema,python3-libarchive-c,python3-tqdm,gcc,libc6-dev,python3-dev

say() { echo "- $*"; }
skip() { echo "skipped: rig $1: $2"; }
can() { # RIG: says why this machine cannot build it
  [ "$(id -u)" = 0 ] || { skip "$1" "root is needed (sudo make rigs)"; return 1; }
  [ "$(dpkg --print-architecture 2>/dev/null)" = amd64 ] || { skip "$1" "built on Debian amd64 only"; return 1; }
  command -v mmdebstrap >/dev/null || { skip "$1" "mmdebstrap is missing: apt install mmdebstrap"; return 1; }
}
in_root() { # ROOT COMMAND...
  local root=$1; shift
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive ${PIP_CERT:+PIP_CERT=$PIP_CERT} "$@"
}
network() { # ROOT: the network as this machine has it
  cp -L /etc/resolv.conf "$1/etc/"; if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$1/etc/"; fi
  mkdir -p "$1/etc/ssl/certs"; cp -L /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/"
}
fresh() { # NAME: an empty folder that gets its name when it is whole; a broken build leaves nothing that looks finished
  rm -rf "$RIGS/$1.part"; mkdir -p "$RIGS/$1.part"; ROOT=$RIGS/$1.part
}
whole() { rm -rf "$RIGS/$1"; mv "$RIGS/$1.part" "$RIGS/$1"; say "$1 is there: $RIGS/$1"; }

camera() {
  [ ! -e "$RIGS/camera" ] || { say "camera is there"; return; }
  can camera || return 0
  fresh camera
  mmdebstrap --quiet --variant=minbase --include=$PACKAGES trixie "$ROOT" "$MIRROR"
  network "$ROOT"
  cp "$HERE/shim/fakedmabuf.c" "$ROOT/opt/"
  in_root "$ROOT" gcc -shared -fPIC -O2 -o /opt/fakedmabuf.so /opt/fakedmabuf.c -ldl
  mkdir -p "$ROOT/usr/share/libcamera/pipeline/virtual" "$ROOT/opt/frames" "$ROOT/src"
  cp "$HERE/shim/virtual.yaml" "$ROOT/usr/share/libcamera/pipeline/virtual/"
  in_root "$ROOT" python3 -m venv --system-site-packages /opt/cam
  in_root "$ROOT" /opt/cam/bin/pip install -q --disable-pip-version-check picamera2==0.3.38 'opencv-python-headless<5' msgspec
  # pykms draws previews, needs a screen's libraries and is imported by picamera2 in any case.
  site=$(in_root "$ROOT" /opt/cam/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
  printf 'class _Any:\n    def __getattr__(self, name): return name\nPixelFormat = _Any()\ndef __getattr__(name):\n    if name.startswith("__"): raise AttributeError(name)\n    return _Any()\n' > "$ROOT$site/pykms.py"
  in_root "$ROOT" /opt/cam/bin/python -c 'import cv2, numpy
for n in range(4): cv2.imwrite(f"/opt/frames/{n}.jpg", numpy.random.default_rng(n).integers(0, 255, (480, 640, 3), dtype=numpy.uint8))'
  whole camera
}

pins() {
  [ ! -e "$RIGS/pins" ] || { say "pins is there"; return; }
  can pins || return 0
  command -v cpio >/dev/null || { skip pins "cpio is missing: apt install cpio"; return 0; }
  command -v qemu-system-x86_64 >/dev/null || { skip pins "qemu is missing: apt install qemu-system-x86"; return 0; }
  fresh pins
  mmdebstrap --quiet --variant=minbase --include=ca-certificates,python3-venv,kmod,xz-utils,make,gcc,libc6-dev,python3-dev,swig,busybox-static,python3-numpy,linux-image-amd64,linux-headers-amd64,linux-source trixie "$ROOT" "$MIRROR"
  network "$ROOT"
  local version; version=$(ls "$ROOT/lib/modules" | head -1)
  [ -n "$version" ] || { echo "FAILED: no kernel was installed" >&2; exit 1; }
  cp "$HERE/shim/gpio_sim.sh" "$ROOT/root/"
  in_root "$ROOT" bash /root/gpio_sim.sh "$version"
  in_root "$ROOT" python3 -m venv --system-site-packages /opt/pins
  # PYPI=1: lgpio's own source is built with it; there is no wheel for every Python.
  in_root "$ROOT" env PYPI=1 /opt/pins/bin/pip install -q --disable-pip-version-check lgpio 'gpiozero>=2.0.1.post3' msgspec
  mkdir -p "$ROOT/src"
  local early=$RIGS/pins.early; rm -rf "$early"; mkdir -p "$early"/{bin,proc,sys,dev,newroot,mods}
  cp "$ROOT/bin/busybox" "$early/bin/"; cp "$ROOT/boot/vmlinuz-$version" "$ROOT/pins-kernel"
  for module in fs/netfs/netfs net/9p/9pnet net/9p/9pnet_virtio fs/9p/9p; do
    xz -dkc "$ROOT/lib/modules/$version/kernel/$module.ko.xz" > "$early/mods/$(basename $module).ko"
  done
  cp "$HERE/shim/early-init" "$early/init"; chmod +x "$early/init"
  (cd "$early" && find . | cpio -o -H newc --quiet | gzip -1) > "$ROOT/early.gz"
  rm -rf "$early"
  cp "$HERE/shim/pins-init" "$ROOT/pins-init"; chmod +x "$ROOT/pins-init"
  whole pins
}

plain() {
  for suite in ${SUITES:-bookworm trixie}; do
    [ ! -e "$RIGS/plain-$suite" ] || { say "plain-$suite is there"; continue; }
    can plain || return 0
    fresh "plain-$suite"
    mmdebstrap --quiet --variant=minbase --include=ca-certificates,python3,python3-numpy,sudo,make,git "$suite" "$ROOT" "$MIRROR"
    network "$ROOT"
    # Only Raspberry Pi's archive has these: packages that behave as far as an environment beside them is concerned.
    rm -rf "$RIGS/debs"; mkdir -p "$RIGS/debs"
    "$HERE/shim/stand-in-packages.sh" "$RIGS/debs"
    mkdir -p "$ROOT/opt/raspberry"; cp "$RIGS"/debs/*.deb "$ROOT/opt/raspberry/"; rm -rf "$RIGS/debs"
    for deb in "$ROOT"/opt/raspberry/*.deb; do  # an archive's index without its tools
      dpkg-deb -f "$deb"; echo "Filename: ./$(basename "$deb")"; echo "Size: $(stat -c %s "$deb")"
      echo "SHA256: $(sha256sum "$deb" | cut -d' ' -f1)"; echo
    done > "$ROOT/opt/raspberry/Packages"
    echo 'deb [trusted=yes] file:/opt/raspberry ./' > "$ROOT/etc/apt/sources.list.d/raspberry.list"
    echo 'APT::Get::Assume-Yes "true";' > "$ROOT/etc/apt/apt.conf.d/90-nobody-answers"
    in_root "$ROOT" sh -c 'apt-get update -qq && apt-get install -y -qq raspi-config >/dev/null'  # a Pi's system comes with it
    mkdir -p "$ROOT/src"
    whole "plain-$suite"
  done
}

card() {
  [ ! -e "$RIGS/card" ] || { say "card is there"; return; }
  can card || return 0
  ARCH=amd64 TRIAL=yes "$HERE/../../install/image/make-image.sh" "$RIGS/card.part"
  whole card
}

for rig in ${*:-camera pins plain card}; do
  case $rig in camera | pins | plain | card) $rig ;; *) echo "Error: there is no rig $rig; there are camera, pins, plain, card" >&2; exit 2 ;; esac
done
