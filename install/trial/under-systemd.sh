#!/bin/bash
# Run by `try-install.sh` inside a booted system: do the services come up within their limits, is a hung one started again,
# and does the game go on? Says what it sees; the last line is "services: all well" or what failed.
set -u
PARTS="board eye web"
python=/opt/pegwatch/current/bin/python
fail() { echo "services: FAILED: $*"; for part in $PARTS; do journalctl -q -u "pegwatch-$part" -n 15 --no-pager; done; exit 1; }
of() { systemctl show -p "$2" --value "pegwatch-$1.service"; }
within() { # SECONDS WHAT COMMAND...: wait until it is so
  local end=$((SECONDS + $1)) what=$2; shift 2
  until "$@"; do [ $SECONDS -lt $end ] || fail "$what"; sleep 0.5; done
}
runs() { [ "$(of "$1" ActiveState)" = active ]; }
events() { pegwatch journal check 2>/dev/null | sed -n 's/.* \([0-9,]*\) events.*/\1/p' | tr -d ,; }
more_than() { [ "$(events || echo 0)" -gt "$1" ] 2>/dev/null; }
answers() { $python -c 'import urllib.request as u; u.urlopen("http://127.0.0.1:8080/healthz", timeout=5)' 2>/dev/null; }
is_another() { [ "$(of "$1" MainPID)" != "$2" ] && runs "$1"; }

systemctl start --no-block pegwatch.target pegwatch-players.service
for part in $PARTS; do within 180 "$part does not come up" runs "$part"; done
within 120 "the page does not answer" answers
within 240 "nothing is written" more_than 40
# Until the last of them was up the simulated clock stood still, which their watchdogs may have taken for hanging.
declare -A begun
for part in $PARTS; do begun[$part]=$(of "$part" NRestarts); done
within 240 "the game does not go on" more_than 80
for part in $PARTS; do
  [ "$(of "$part" NRestarts)" = "${begun[$part]}" ] || fail "$part was started again in the middle of the game"
  echo "$part: runs as $(stat -c %U "/proc/$(of "$part" MainPID)")"
done
for part in board eye; do
  hung=$(of "$part" MainPID) before=$(events)
  kill -STOP "$hung"
  began=$SECONDS
  within 90 "a hung $part is not started again" is_another "$part" "$hung"
  echo "$part hung: another one after $((SECONDS - began)) s ($(of "$part" NRestarts) restarts)"
  within 240 "the game does not go on after a hung $part" more_than "$before"
done
answers || fail "the page does not answer any more"
# The board's service may come before everything that waits. A container may not be given LimitRTPRIO, and some kernels
# (CONFIG_RT_GROUP_SCHED) grant nothing within a slice: so it is asked as root without that slice, under all the rest.
asked="import sys; from firmware.box.precedence import take_precedence as may; sys.exit(not may())"
if $python -c "$asked"; then
  asks=/run/systemd/system/pegwatch-asks.service
  grep -Ev '^(Type|NotifyAccess|ExecStart|Restart|RestartSec|WatchdogSec|PartOf|Requires|User|Slice|CPUWeight|IOWeight|MemoryMax|CapabilityBoundingSet)=' \
    /etc/systemd/system/pegwatch-board.service |
    sed "s|^\\[Service\\]|&\nType=oneshot\nCapabilityBoundingSet=CAP_SYS_NICE\nExecStart=$python -c \"$asked\"|" > $asks
  systemctl daemon-reload
  systemctl start pegwatch-asks.service || fail "the board's service may not ask for precedence"
  echo "board: may come before everything that waits"
else
  echo "precedence is to be had by nobody in this container: not tried"
fi
systemctl stop pegwatch-players.service pegwatch.target pegwatch-prepare.service
pegwatch journal check || fail "the journal is not sound"
bundle=$(mktemp -d) && chmod 777 "$bundle"
pegwatch support-bundle -o "$bundle/b.zip" > /dev/null || fail "the support bundle"
for part in $PARTS; do
  $python -c 'import sys, zipfile; sys.exit(not zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))' "$bundle/b.zip" "logs/pegwatch-$part.service.log" ||
    fail "the support bundle has no log of $part"
done
echo "support bundle: has what each service said"
echo "services: all well"
