#!/bin/bash
# Makes a card: a system that is never written to, a data partition, a boot partition that any computer can read. As root:
#
#   install/image/make-image.sh OUT            ARCH=arm64 (needs qemu-user-static, binfmt and arch-test) or amd64; SUITE=trixie
#   PACK=yes install/image/make-image.sh OUT   and packs it as OUT/pegwatch-ARCH.img.xz with its sum (minutes)
#   TRIAL=yes install/image/make-image.sh OUT  with simulated players, to boot and cut it (docs/rigs.md)
#
# Out: OUT/root.ext4, OUT/data.ext4, OUT/boot.vfat, OUT/kernel, OUT/initrd, and OUT/pegwatch-ARCH.img of the three. Debian's
# kernel and packages: what only Raspberry Pi's archive has (its kernel and firmware, picamera2, lgpio, raspi-config) is left
# out and said.
set -euo pipefail
ARCH=${ARCH:-arm64} SUITE=${SUITE:-trixie} MIRROR=${MIRROR:-http://deb.debian.org/debian} TRIAL=${TRIAL:-no}
HERE=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd)
die() { echo "Error: $*" >&2; exit 2; }
say() { echo "- $*"; }
[ $# = 1 ] || die "name the folder to write to: install/image/make-image.sh OUT"
[ "$(id -u)" = 0 ] || die "this needs root"
for program in mmdebstrap mke2fs mkfs.vfat mcopy sfdisk git; do command -v $program >/dev/null || die "$program is missing: apt install mmdebstrap e2fsprogs dosfstools mtools fdisk git"; done
if [ "$ARCH" != "$(dpkg --print-architecture)" ]; then
  command -v arch-test >/dev/null || die "arch-test is missing: apt install arch-test qemu-user-static"
  arch-test "$ARCH" >/dev/null || die "this machine runs nothing of $ARCH: apt install qemu-user-static (and mount binfmt_misc)"
fi
mkdir -p "$1"; OUT=$(cd "$1" && pwd); ROOT=$OUT/root
leave() { for m in "$ROOT/dev" "$ROOT/proc"; do mountpoint -q "$m" && umount -l "$m"; done; true; }
trap leave EXIT
in_root() { chroot "$ROOT" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 ${PIP_CERT:+PIP_CERT=$PIP_CERT} "$@"; }

leave; rm -rf "$ROOT"; mkdir -p "$ROOT"
mmdebstrap --quiet --architectures="$ARCH" --variant=minbase --include=ca-certificates,python3,python3-venv,systemd-sysv,dbus,udev,polkitd,kmod,iproute2,openssl,fdisk,network-manager,dnsmasq-base,systemd-timesyncd,wpasupplicant,iw,"linux-image-$ARCH",initramfs-tools "$SUITE" "$ROOT" "$MIRROR"
say "a bare $SUITE for $ARCH"
mount -t proc proc "$ROOT/proc"; mount --bind /dev "$ROOT/dev"
cp -L /etc/resolv.conf "$ROOT/etc/resolv.conf.build"; cp -L /etc/resolv.conf "$ROOT/etc/"; if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$ROOT/etc/pip.conf"; fi
mkdir -p "$ROOT/etc/ssl/certs"; cp -L /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/"
mkdir -p "$ROOT/src"; git -C "$HERE" ls-files -z | (cd "$HERE" && xargs -0 tar -c --ignore-failed-read -f - 2>/dev/null) | tar -xf - -C "$ROOT/src"
# Compiling thousands of files under emulation takes longer than all the rest: a Python of this machine does it, if it is the same.
native=python$(in_root python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
if [ "$ARCH" = "$(dpkg --print-architecture)" ] || ! "$native" -c "" 2>/dev/null; then native=; fi
[ -z "$native" ] || printf '[install]\nno-compile = no\n' > "$ROOT/etc/pip-image.conf"
patience=; [ "$ARCH" = "$(dpkg --print-architecture)" ] || patience=3600
in_root ${native:+env PIP_CONFIG_FILE=/etc/pip-image.conf} ${patience:+env PROOF_S=$patience} /src/install/pegwatch-install --anywhere --no-start
if [ -n "$native" ]; then
  "$native" -m compileall -q -s "$ROOT" -p / "$(readlink -f "$ROOT"/opt/pegwatch/[0-9]*)"/lib/python*/site-packages || true
  rm "$ROOT/etc/pip-image.conf"
fi
if [ "$TRIAL" = yes ]; then
  mkdir -p "$ROOT/opt/trial" "$ROOT/etc/systemd/system/pegwatch-prepare.service.d"
  cp "$HERE/install/trial/players.py" "$ROOT/opt/trial/"
  printf '[Service]\nEnvironment=GAMES=99\nExecStartPost=/opt/pegwatch/current/bin/python /opt/trial/players.py prepare\n' > "$ROOT/etc/systemd/system/pegwatch-prepare.service.d/trial.conf"
  cp "$HERE/install/image/trial-players.service" "$ROOT/etc/systemd/system/pegwatch-players.service"
  cp "$HERE/install/image/trial_says.py" "$ROOT/opt/trial/"
  cp "$HERE/install/image/trial-says.service" "$ROOT/etc/systemd/system/"
  in_root systemctl enable --quiet pegwatch-players.service trial-says.service
fi
rm -rf "$ROOT/src" "$ROOT/etc/pip.conf" "$ROOT/etc/resolv.conf.build" "$ROOT"/var/cache/apt/* "$ROOT"/var/lib/apt/lists/*
# Names of servers as NetworkManager keeps them, in memory: an update fetches its packages by name.
ln -sf /run/NetworkManager/resolv.conf "$ROOT/etc/resolv.conf"
say "Pegwatch is installed in it"

# The system is never written to; what changes lies on the data partition, or in memory and is gone with the power.
cp -r "$HERE/install/image/files/." "$ROOT/"
mkdir -p "$ROOT/data" "$ROOT/boot/firmware" "$ROOT/var/lib/NetworkManager"
printf 'uninitialized\n' > "$ROOT/etc/machine-id"
echo pegwatch > "$ROOT/etc/hostname"
in_root systemctl enable --quiet NetworkManager.service pegwatch-firstboot.service pegwatch-captive.socket pegwatch-grow.service
in_root systemctl disable --quiet NetworkManager-wait-online.service 2>/dev/null || true
leave
rm -rf "$OUT/data"; mkdir -p "$OUT/data"
cp -a "$ROOT/var/lib/pegwatch" "$OUT/data/pegwatch"; cp -a "$ROOT/etc/pegwatch" "$OUT/data/etc"
install -d -m 700 "$OUT/data/networks"
cp "$ROOT"/boot/vmlinuz-* "$OUT/kernel"; cp "$ROOT"/boot/initrd.img-* "$OUT/initrd"
rm -f "$ROOT"/boot/vmlinuz-* "$ROOT"/boot/initrd.img-*
size=$(du -sm "$ROOT" | cut -f1)
rm -f "$OUT"/{root.ext4,data.ext4,boot.vfat,*.img,*.img.xz}
# Room for two more versions beside the one that runs: an update installs the new one before the old one goes.
mke2fs -q -t ext4 -L pegwatch-root -d "$ROOT" "$OUT/root.ext4" "$((size * 5 / 4 + 1024))M"
mke2fs -q -t ext4 -L pegwatch-data -d "$OUT/data" "$OUT/data.ext4" "${DATA_MB:-512}M"
truncate -s 256M "$OUT/boot.vfat"; mkfs.vfat -n PEGWATCH "$OUT/boot.vfat" >/dev/null
echo "root=LABEL=pegwatch-root ro rootwait cgroup_enable=memory" > "$OUT/cmdline.txt"
# Without mounting it: not every kernel knows FAT.
mcopy -i "$OUT/boot.vfat" "$OUT/kernel" "$OUT/initrd" "$OUT/cmdline.txt" "$HERE/install/image/pegwatch.toml" ::
rm "$OUT/cmdline.txt"
rm -rf "$ROOT" "$OUT/data"
say "root.ext4 ($size MB in use), data.ext4, boot.vfat, kernel, initrd"

# One card of the three: the data partition is the last, so that it can grow to the card's end.
mb() { echo $(($(stat -c %s "$OUT/$1") / 1048576)); }
IMG=$OUT/pegwatch-$ARCH.img ROOT_AT=$((1 + $(mb boot.vfat))); DATA_AT=$((ROOT_AT + $(mb root.ext4)))
truncate -s $((DATA_AT + $(mb data.ext4) + 1))M "$IMG"
sfdisk -q "$IMG" <<END
label: dos
start=1MiB, size=$(mb boot.vfat)MiB, type=c, bootable
start=${ROOT_AT}MiB, size=$(mb root.ext4)MiB, type=83
start=${DATA_AT}MiB, size=$(mb data.ext4)MiB, type=83
END
put() { dd if="$OUT/$1" of="$IMG" bs=1M seek="$2" conv=notrunc,sparse status=none; }
put boot.vfat 1; put root.ext4 "$ROOT_AT"; put data.ext4 "$DATA_AT"
(cd "$OUT" && sha256sum root.ext4 data.ext4 boot.vfat kernel initrd "pegwatch-$ARCH.img" > SHA256SUMS)
if [ "${PACK:-no}" = yes ]; then
  xz -T0 -k "$IMG"; (cd "$OUT" && sha256sum "pegwatch-$ARCH.img.xz" > "pegwatch-$ARCH.img.xz.sha256")
  say "$IMG.xz: its entry for Raspberry Pi Imager: install/image/imager-entry"
fi
say "$IMG"
say "left out, only in Raspberry Pi's archive: its kernel, firmware and config.txt; picamera2, lgpio, raspi-config"
