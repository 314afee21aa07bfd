#!/bin/bash
# Tries the installer from scratch on a bare Debian of the Pi's kind: `make try-install` (or: ARCH=amd64 make try-install).
#
# ARCH=arm64 (the default) is the Pi's own architecture: bookworm made by debootstrap, its programs run by qemu-user.
# Where programs of ARCH run natively (ARCH=amd64) systemd-nspawn boots it too, and the services play a simulated game
# within all their limits. Not tried here, because it is not in Debian: picamera2, SPI's switch, the camera, the pins.
set -euo pipefail
ARCH=${ARCH:-arm64} SUITE=${SUITE:-bookworm} MIRROR=${MIRROR:-http://deb.debian.org/debian}
HERE=$(cd "$(dirname "$0")/.." && pwd)
BASE=${TRY_BASE:-$HERE/build/try/$SUITE-$ARCH} ROOT=${TRY_ROOT:-$HERE/build/try/root}

skip() { echo "skipped: $*"; exit 0; }
fail() { echo "FAILED: $*" >&2; exit 1; }
step() { echo "== $*"; }
[ "$(id -u)" = 0 ] || skip "a bare Debian can be made by root only: sudo make try-install"
command -v debootstrap >/dev/null || skip "debootstrap is missing: sudo apt install debootstrap qemu-user-static binfmt-support"
if [ "$ARCH" != "$(dpkg --print-architecture)" ]; then
  mountpoint -q /proc/sys/fs/binfmt_misc || mount -t binfmt_misc none /proc/sys/fs/binfmt_misc 2>/dev/null || true
  update-binfmts --enable 2>/dev/null || true
  grep -qs enabled /proc/sys/fs/binfmt_misc/qemu-aarch64 ||
    skip "programs of $ARCH cannot be run here (sudo apt install qemu-user-static binfmt-support); try ARCH=$(dpkg --print-architecture)"
fi
if [ ! -e "$BASE/.ready" ]; then
  step "a bare $SUITE for $ARCH (minutes, once)"
  rm -rf "$BASE"; mkdir -p "$BASE"
  debootstrap --arch="$ARCH" --variant=minbase --include=ca-certificates,python3,python3-venv,systemd,systemd-sysv,dbus,udev "$SUITE" "$BASE" "$MIRROR" > "$BASE.log" 2>&1 ||
    { tail -3 "$BASE.log"; fail "debootstrap"; }
  touch "$BASE/.ready"
fi
step "a copy of it to spoil"
leave() { for m in dev proc; do mountpoint -q "$ROOT/$m" && umount -l "$ROOT/$m"; done; true; }
trap leave EXIT
enter() { mount -t proc proc "$ROOT/proc"; mount --bind /dev "$ROOT/dev"; }
leave; rm -rf "$ROOT"; cp -a "$BASE" "$ROOT"; enter
# The network as this machine has it.
cp -L /etc/resolv.conf "$ROOT/etc/"; [ -e /etc/pip.conf ] && cp /etc/pip.conf "$ROOT/etc/"
cp -L /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/"
in_root() { chroot "$ROOT" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 PYTHONWARNINGS=error::SyntaxWarning ${PIP_CERT:+PIP_CERT=$PIP_CERT} "$@"; }
put_sources() {
  rm -rf "$ROOT/src"; mkdir "$ROOT/src"
  git -C "$HERE" ls-files -z | (cd "$HERE" && xargs -0 tar -c --ignore-failed-read -f - 2>/dev/null) | tar -xf - -C "$ROOT/src"
}
set_version() { sed -i "s/^version = .*/version = \"$1\"/" "$ROOT/src/pyproject.toml"; }
put_sources; set_version 0.1.0

step "install"
in_root /src/install/pegwatch-install --anywhere --no-start
in_root pegwatch --version | grep -q "pegwatch 0.1.0" || fail "the command does not run"
in_root pegwatch score 5H 5S JD KC --starter 5D | head -1
in_root test -s /usr/local/share/man/man1/pegwatch-journal.1 || fail "no manual pages"  # in there: the links are absolute
in_root env _PEGWATCH_COMPLETE=bash_complete COMP_WORDS="pegwatch jo" COMP_CWORD=1 pegwatch | grep -q journal || fail "Tab does not complete"
in_root /opt/pegwatch/current/bin/python -c 'import cv2, numpy, gpiozero; print("cv2", cv2.__version__, "numpy", numpy.__version__)'
in_root pegwatch prepare --data /var/lib/pegwatch --run /run/pegwatch || fail "the plan cannot be written"
[ "$(in_root stat -c '%U %G %a' /var/lib/pegwatch)" = "pegwatch-board pegwatch 3770" ] || fail "the data folder's rights"
code=0; in_root pegwatch doctor --simulated --port 48080 || code=$?
[ $code -le 1 ] || fail "the doctor finds an alarm"
for unit in pegwatch-board pegwatch-eye pegwatch-web pegwatch-uplink pegwatch-hub pegwatch-prepare pegwatch-backup pegwatch-update; do
  said=$(in_root systemd-analyze verify "/etc/systemd/system/$unit.service" 2>&1 | grep pegwatch || true)
  [ -z "$said" ] || fail "$unit: $said"
done

step "the card reader reads a drawn hand"
in_root /opt/pegwatch/current/bin/python -c 'import cv2; from vision.drawnhand import drawn_hand; cv2.imwrite("/tmp/hand.png", drawn_hand())'
seen=$(in_root pegwatch see /tmp/hand.png 2>/dev/null) || fail "see"
echo "$seen"
for card in 5H 5S 5D JC 5C; do grep -q "$card" <<< "$seen" || fail "see: no $card"; done

services_run() {
  local units=$ROOT/etc/systemd/system trial=$ROOT/opt/trial
  mkdir -p "$trial" "$units/pegwatch-prepare.service.d"
  cp "$HERE/install/trial/players.py" "$HERE/install/trial/under-systemd.sh" "$trial/"
  printf '[Service]\nExecStartPost=/opt/pegwatch/current/bin/python /opt/trial/players.py prepare\n' > "$units/pegwatch-prepare.service.d/trial.conf"
  cat > "$units/pegwatch-players.service" <<'UNIT'
[Unit]
After=pegwatch-prepare.service
[Service]
ExecStart=/opt/pegwatch/current/bin/python /opt/trial/players.py play
User=pegwatch-board
Group=pegwatch
UMask=0007
UNIT
  cat > "$units/trial.service" <<'UNIT'
[Service]
Type=oneshot
ExecStart=/opt/trial/under-systemd.sh
ExecStopPost=systemctl poweroff --no-block
StandardOutput=file:/opt/trial/said
StandardError=inherit
UNIT
  # Without the table's own start, so that its players come with it.
  mv "$units/multi-user.target.wants/pegwatch.target" "$trial/"
  ln -s ../trial.service "$units/multi-user.target.wants/"
  ln -s /lib/systemd/system/multi-user.target "$units/default.target"
  leave
  timeout 1200 systemd-nspawn -q -D "$ROOT" --boot --register=no --keep-unit --private-network --console=pipe < /dev/null > "$BASE.boot.log" 2>&1 || true
  enter
  sed 's/^/  /' "$trial/said" 2>/dev/null || { tail -3 "$BASE.boot.log"; fail "systemd did not come up"; }
  grep -q "^services: all well$" "$trial/said" || fail "the services"
  mv "$trial/pegwatch.target" "$units/multi-user.target.wants/"
  rm -rf "$trial" "$units"/{pegwatch-prepare.service.d,pegwatch-players.service,trial.service,default.target,multi-user.target.wants/trial.service}
  rm -rf "$ROOT"/var/lib/pegwatch/*
}

step "the services under systemd"
if [ "$ARCH" != "$(dpkg --print-architecture)" ]; then
  echo "skipped: a whole system of $ARCH cannot be booted here; ARCH=$(dpkg --print-architecture) tries it"
elif ! command -v systemd-nspawn >/dev/null; then
  echo "skipped: systemd-nspawn is missing: sudo apt install systemd-container"
else
  services_run
fi

step "a journal"
in_root setpriv --reuid pegwatch-board --regid pegwatch --init-groups env PYTHONPATH=/src /opt/pegwatch/current/bin/python - <<'PY'
import os; os.umask(0o007)
from pathlib import Path
from cribbage.log.events import Event
from firmware.box.sqlite_journal import SqliteJournal
journal = SqliteJournal(Path("/var/lib/pegwatch/journal.sqlite"))
journal.append(1, [Event("game", 0.0, {"log": "table/1", "profile": "acc-2025", "mode": "club", "players": {"A": "Ann", "B": "Bob"}, "dealer": "A", "pegs": {"A": [0, -1], "B": [0, -1]}})])
journal.close()
PY
echo '[table]
name = "Kept"' > "$ROOT/etc/pegwatch/pegwatch.toml"

step "upgrade keeps the data, also after a power cut among Debian's packages"
set_version 0.2.0
in_root dpkg -s python3-venv | sed 's/^Status:.*/Status: install ok half-configured/' > "$ROOT/var/lib/dpkg/updates/0000"
! in_root apt-get install -y -qq python3-venv >/dev/null 2>&1 || fail "apt does not mind a cut: this step tries nothing"
in_root /src/install/pegwatch-install --no-start  # as an update does: it remembers --anywhere
in_root pegwatch --version | grep -q 0.2.0 || fail "the new version does not run"
in_root pegwatch journal check
in_root pegwatch config show --changed | grep -q Kept || fail "the settings are gone"
[ -n "$(ls "$ROOT/var/lib/pegwatch/backups")" ] || fail "there is no backup of before the upgrade"
[ "$(readlink "$ROOT/opt/pegwatch/current")" = /opt/pegwatch/0.2.0 ] || fail "the new version is not the one that runs"
[ "$(readlink "$ROOT/opt/pegwatch/previous")" = /opt/pegwatch/0.1.0 ] || fail "the version before is not kept"

step "back, and forth again"
in_root pegwatch update --back || fail "there is no way back"
in_root pegwatch --version | grep -q 0.1.0 || fail "the version before does not run"
in_root pegwatch journal check
in_root pegwatch update --back
in_root pegwatch --version | grep -q 0.2.0 || fail "the way back has no way back"

step "a version that does not work changes nothing"
set_version 0.3.0
sed -i 's/^def run_web(.*/&\n    raise SystemExit("broken on purpose")/' "$ROOT/src/pegwatch/web_process.py"
if in_root /src/install/pegwatch-install --anywhere --no-start --no-packages > "$ROOT/tmp/said" 2>&1; then fail "a broken version was installed"; fi
grep "Error: the new version does not prove itself" "$ROOT/tmp/said" || fail "the reason is not said: $(cat "$ROOT/tmp/said")"
in_root pegwatch --version | grep -q 0.2.0 || fail "the broken version changed something"
[ "$(find "$ROOT/opt/pegwatch" -maxdepth 1 -mindepth 1 -type d | wc -l)" = 2 ] || fail "the broken version still lies there"
put_sources

step "downgrade is refused"
set_version 0.1.0
if in_root /src/install/pegwatch-install --anywhere --no-start --no-packages > "$ROOT/tmp/said" 2>&1; then fail "an older version was installed"; fi
grep "Error: version 0.2.0 is installed" "$ROOT/tmp/said" || fail "the reason is not said: $(cat "$ROOT/tmp/said")"
in_root pegwatch --version | grep -q 0.2.0 || fail "the refusal changed something"

step "uninstall leaves the journal"
in_root /src/install/pegwatch-install --uninstall
[ -s "$ROOT/var/lib/pegwatch/journal.sqlite" ] || fail "the journal is gone"
[ -e "$ROOT/etc/pegwatch/pegwatch.toml" ] || fail "the settings are gone"
left=$(find "$ROOT/opt" "$ROOT/etc/systemd" "$ROOT/usr/local/bin" -name '*pegwatch*' | head -3)
[ -z "$left" ] || fail "left over: $left"

step "and nothing older goes over a journal of a newer version"
set_version 0.2.0
sed -i 's/^SCHEMA_VERSION: Final = .*/SCHEMA_VERSION: Final = 1/' "$ROOT/src/firmware/box/schema.py"
if in_root /src/install/pegwatch-install --anywhere --no-start --no-packages > "$ROOT/tmp/said" 2>&1; then fail "an older schema was installed"; fi
grep "Error: the journal" "$ROOT/tmp/said" || fail "the reason is not said: $(cat "$ROOT/tmp/said")"
echo "all well: $SUITE $ARCH"
