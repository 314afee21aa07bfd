#!/bin/sh
# The browser for the page's tests: installs Debian's Chromium where that is allowed, else says what to do.
# Never fails: without it the browser tests are skipped, and say so.
for name in chromium-headless-shell chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if command -v apt-get >/dev/null 2>&1; then
    if [ "$(id -u)" = 0 ]; then as_root=""; else as_root="sudo -n"; fi
    echo "Installing Chromium for the browser tests ..."
    if $as_root apt-get update -qq >/dev/null 2>&1 &&
       for package in chromium-headless-shell chromium; do # the first: no windows, half the time
           DEBIAN_FRONTEND=noninteractive $as_root apt-get install -y -qq $package >/dev/null 2>&1 && break
       done; then
        exit 0
    fi
fi
echo "No Chromium here, so the browser tests will be skipped. To have them: sudo apt install chromium-headless-shell" >&2
exit 0
