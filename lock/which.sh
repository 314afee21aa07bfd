#!/bin/sh
# Which lock fits beside this system's own Python packages: `sh lock/which.sh [PYTHON]` prints its path.
# picamera2 comes from apt and was built for the system's numpy: beside numpy 1 (bookworm) no numpy 2 may come.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
python=${1:-python3}
# Asked of the system's own Python, which an environment that is switched on hides.
base=$("$python" -c 'import sys; print(getattr(sys, "_base_executable", "") or sys.executable)')
"$base" -I - "$here" <<'PY'
import importlib.metadata
import importlib.util
import sys

old = False
if importlib.util.find_spec("picamera2"):
    try:
        old = importlib.metadata.version("numpy").split(".")[0] == "1"
    except importlib.metadata.PackageNotFoundError:
        pass
print(f"{sys.argv[1]}/{'bookworm-pi.txt' if old else 'requirements.txt'}")
PY
