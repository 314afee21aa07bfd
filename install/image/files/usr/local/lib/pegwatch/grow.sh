#!/bin/sh
# Makes the partition that is the last of its card as large as the card lets it be. Grown already: nothing changes.
set -eu
part=$(readlink -f "$1")
number=$(cat "/sys/class/block/${part##*/}/partition") || exit 0  # a whole disk, in a trial
disk=/dev/$(basename "$(readlink -f "/sys/class/block/${part##*/}/..")")
echo ', +' | sfdisk --no-reread --no-tell-kernel -q -N "$number" "$disk"
partx -u "$disk" 2>/dev/null || true
