#!/bin/bash
# Makes the two parts of a card: a system that is never written to, and a data partition. Run as root:
#
#   install/image/make-image.sh OUT            ARCH=arm64 (needs qemu-user-static and binfmt) or amd64; SUITE=trixie
#   TRIAL=yes install/image/make-image.sh OUT  with simulated players, to boot it in a virtual machine (docs/the-card.md)
#
# Out: OUT/root.ext4, OUT/data.ext4, OUT/kernel, OUT/initrd. Debian's kernel and packages: what only Raspberry Pi's archive has
# (its kernel and firmware, picamera2, lgpio, raspi-config) is left out and said.
set -euo pipefail
ARCH=${ARCH:-arm64} SUITE=${SUITE:-trixie} MIRROR=${MIRROR:-http://deb.debian.org/debian} TRIAL=${TRIAL:-no}
HERE=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
die() { echo "Error: $*" >&2; exit 2; }
say() { echo "- $*"; }
[ $# = 1 ] || die "name the folder to write to: install/image/make-image.sh OUT"
[ "$(id -u)" = 0 ] || die "this needs root"
for program in mmdebstrap mke2fs git; do command -v $program >/dev/null || die "$program is missing: apt install mmdebstrap e2fsprogs git"; done
mkdir -p "$1"; OUT=$(cd "$1" && pwd); ROOT=$OUT/root
leave() { for m in dev proc; do mountpoint -q "$ROOT/$m" && umount -l "$ROOT/$m"; done; true; }
trap leave EXIT
in_root() { chroot "$ROOT" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 ${PIP_CERT:+PIP_CERT=$PIP_CERT} "$@"; }

leave; rm -rf "$ROOT"; mkdir -p "$ROOT"
mmdebstrap --quiet --architectures="$ARCH" --variant=minbase --include=ca-certificates,python3,python3-venv,systemd-sysv,dbus,udev,polkitd,kmod,iproute2,"linux-image-$ARCH",initramfs-tools "$SUITE" "$ROOT" "$MIRROR"
say "a bare $SUITE for $ARCH"
mount -t proc proc "$ROOT/proc"; mount --bind /dev "$ROOT/dev"
cp -L /etc/resolv.conf "$ROOT/etc/resolv.conf.build"; cp -L /etc/resolv.conf "$ROOT/etc/"; if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$ROOT/etc/pip.conf"; fi
mkdir -p "$ROOT/etc/ssl/certs"; cp -L /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/"
mkdir -p "$ROOT/src"; git -C "$HERE" ls-files -z | (cd "$HERE" && xargs -0 tar -c --ignore-failed-read -f - 2>/dev/null) | tar -xf - -C "$ROOT/src"
in_root /src/install/pegwatch-install --anywhere --no-start
if [ "$TRIAL" = yes ]; then
  mkdir -p "$ROOT/opt/trial" "$ROOT/etc/systemd/system/pegwatch-prepare.service.d"
  cp "$HERE/install/trial/players.py" "$ROOT/opt/trial/"
  printf '[Service]\nExecStartPost=/opt/pegwatch/current/bin/python /opt/trial/players.py prepare\n' > "$ROOT/etc/systemd/system/pegwatch-prepare.service.d/trial.conf"
  cp "$HERE/install/image/trial-players.service" "$ROOT/etc/systemd/system/pegwatch-players.service"
  cp "$HERE/install/image/trial_says.py" "$ROOT/opt/trial/"
  cp "$HERE/install/image/trial-says.service" "$ROOT/etc/systemd/system/"
  in_root systemctl enable --quiet pegwatch-players.service trial-says.service
fi
rm -rf "$ROOT/src" "$ROOT/etc/pip.conf" "$ROOT/etc/resolv.conf.build" "$ROOT"/var/cache/apt/* "$ROOT"/var/lib/apt/lists/*
: > "$ROOT/etc/resolv.conf"
say "Pegwatch is installed in it"

# The system is never written to; what changes lies on the data partition, or in memory and is gone with the power.
cp -r "$HERE/install/image/files/." "$ROOT/"
mkdir -p "$ROOT/data"
printf 'uninitialized\n' > "$ROOT/etc/machine-id"
echo pegwatch > "$ROOT/etc/hostname"
in_root systemctl enable --quiet systemd-networkd
leave
rm -rf "$OUT/data"; mkdir -p "$OUT/data"
cp -a "$ROOT/var/lib/pegwatch" "$OUT/data/pegwatch"; cp -a "$ROOT/etc/pegwatch" "$OUT/data/etc"
cp "$ROOT"/boot/vmlinuz-* "$OUT/kernel"; cp "$ROOT"/boot/initrd.img-* "$OUT/initrd"
size=$(du -sm "$ROOT" | cut -f1)
rm -f "$OUT/root.ext4" "$OUT/data.ext4"
mke2fs -q -t ext4 -L pegwatch-root -d "$ROOT" "$OUT/root.ext4" "$((size * 5 / 4 + 64))M"
mke2fs -q -t ext4 -L pegwatch-data -d "$OUT/data" "$OUT/data.ext4" "${DATA_MB:-512}M"
rm -rf "$ROOT" "$OUT/data"
(cd "$OUT" && sha256sum root.ext4 data.ext4 kernel initrd > SHA256SUMS)
say "$OUT: root.ext4 ($((size)) MB in use), data.ext4, kernel, initrd"
say "left out, only in Raspberry Pi's archive: its kernel, firmware and config.txt; picamera2, lgpio, raspi-config"
