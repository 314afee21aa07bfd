#!/bin/sh
# Makes the partition that is the last of its card as large as the card lets it be. Grown already: nothing is written.
# The table of the partitions is one sector, which a card writes whole or not at all.
set -eu
part=$(readlink -f "$1")
number=$(cat "/sys/class/block/${part##*/}/partition") || exit 0  # a whole disk, in a trial
disk=/dev/$(basename "$(readlink -f "/sys/class/block/${part##*/}/..")")
mib=$((2 * 1024))  # in sectors of 512 bytes, which is what /sys counts in
total=$(cat "/sys/class/block/${disk##*/}/size")
end=$(($(cat "/sys/class/block/${part##*/}/start") + $(cat "/sys/class/block/${part##*/}/size")))
[ $((total - end)) -gt $((2 * mib)) ] || exit 0
echo ', +' | sfdisk --no-reread --no-tell-kernel -q -N "$number" "$disk"
sync "$disk"
partx -u --nr "$number" "$disk"
echo "partition $number of $disk grew to the end of $((total / mib)) MiB"
