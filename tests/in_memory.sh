# Sourced by parts.sh and fast.sh: what tests write goes to memory (TMPDIR), to the folder `$in_memory`, where a machine
# has 4 GB to spare in it and lets programs run there, else to where it always does, and that is empty. Thousands of small
# files and their commits are a sixth of what a processor does in some parts, and much of what they wait for. It is a file
# system as any other; what a power cut leaves is asked of processes that are killed and of a disk that is played.
# shellcheck shell=sh
in_memory=
if [ -z "${TMPDIR:-}" ] && made=$(mktemp -d /dev/shm/pegwatch-tests.XXXXXX 2>/dev/null); then
    if [ "$(df -Pk "$made" | awk 'END { print $4 }')" -gt 4000000 ] && printf '#!/bin/sh\n' > "$made/runs" &&
        chmod +x "$made/runs" && "$made/runs" 2>/dev/null; then
        in_memory=$made
        export TMPDIR="$made"
    else
        rm -rf "$made"
    fi
fi
