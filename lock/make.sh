#!/bin/sh
# Locks every dependency with its hashes, for x86-64 and aarch64 alike: `make lock`. Needs the network, and uv.
#   requirements.txt   what runs the table (with ONNX Runtime: the extra `fast`), on anything but Raspberry Pi OS bookworm
#   bookworm-pi.txt    the same beside bookworm's own picamera2, which was built for numpy 1
#   (which.sh says which of the two fits a system)
#   dev.txt            with what the tests and checks need
set -eu
cd "$(dirname "$0")/.."
UV=${UV:-uv}
lock() { out=$1; shift; "$UV" pip compile pyproject.toml --generate-hashes --no-header --no-annotate --quiet -o "lock/$out" "$@"; }
lock requirements.txt -c constraints.txt --universal --python-version 3.11 --extra fast
lock dev.txt -c constraints.txt --universal --python-version 3.11 --extra dev
old=$(mktemp); trap 'rm -f "$old"' EXIT
grep -viE '^(numpy|opencv-python-headless)==' constraints.txt > "$old"
printf 'numpy<2\nopencv-python-headless<4.12\n' >> "$old"
lock bookworm-pi.txt -c "$old" --python-version 3.11 --python-platform aarch64-manylinux_2_28 --extra fast
# Every one of them must be there as a wheel for the Pi: nothing is compiled on a table.
for one in "requirements.txt 313 2_28" "requirements.txt 311 2_28" "bookworm-pi.txt 311 2_28"; do
  set -- $one
  folder=$(mktemp -d)
  python3 -m pip download --quiet --disable-pip-version-check --require-hashes -r "lock/$1" --only-binary=:all: --no-deps \
    --implementation cp --python-version "$2" --abi "cp$2" --abi abi3 --abi none \
    --platform manylinux2014_aarch64 --platform "manylinux_${3}_aarch64" --platform manylinux_2_17_aarch64 \
    --platform manylinux_2_27_aarch64 --platform any --dest "$folder"
  echo "$1, Python $2: $(ls "$folder" | wc -l) wheels for aarch64, $(du -sh "$folder" | cut -f1)"
  rm -rf "$folder"
done
