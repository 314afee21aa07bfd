"""The real libraries, in the rigs that `make rigs` builds; `make test-rigs` runs these. What is not built is
skipped by name.

A: picamera2 over libcamera's virtual camera. B: each process in its unit, in a booted container
(`install/try-install.sh`).
C: lgpio and gpiozero on the kernel's simulated pins. D: the steps of the page
for a Pi literally, and the installer, on bare Debians.
`make test` runs only what needs no privileges: see `test_readme_steps.py`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from readme_steps import steps

ROOT = Path(__file__).parents[2]
RIGS = Path(os.environ.get("PEGWATCH_RIGS", "") or "/nonexistent")
pytestmark = [
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not os.environ.get("PEGWATCH_RIGS"), reason="make test-rigs"),
]
_PATH = "/usr/sbin:/usr/bin:/sbin:/bin"


def rig(name: str) -> Path:
    if not (RIGS / name).is_dir():
        pytest.skip(f"rig {name} is not built: sudo make rigs")
    if os.geteuid() != 0:
        pytest.skip(f"rig {name} needs root: sudo make test-rigs")
    return RIGS / name


@contextmanager
def entered(root: Path, *, sources: bool = True) -> Iterator[None]:
    """The rig's root with /proc, /dev and, under /src, this repository."""
    mounts = [["-t", "proc", "proc", root / "proc"], ["--bind", "/dev", root / "dev"]]
    mounts += [["--bind", "-o", "ro", ROOT, root / "src"]] if sources else []
    done = []
    try:
        for mount in mounts:
            subprocess.run(["mount", *map(str, mount)], check=True)
            done.append(mount[-1])
        yield
    finally:
        for point in reversed(done):
            subprocess.run(["umount", "-l", str(point)], check=False)


def in_root(root: Path, *words: str, timeout_s: float = 600, **env: str) -> subprocess.CompletedProcess[str]:
    given = {"PATH": _PATH, "HOME": "/root", "LANG": "C.UTF-8"} | env
    if "PIP_CERT" in os.environ:
        given["PIP_CERT"] = os.environ["PIP_CERT"]
    return subprocess.run(
        ["chroot", str(root), *words], env=given, text=True, timeout=timeout_s, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip


@pytest.mark.parametrize("what", [("contract",), ("losses", "20")], ids=lambda what: what[0])
def test_a_camera(what: tuple[str, ...]) -> None:
    root = rig("camera")
    with entered(root):
        done = in_root(
            root, "/opt/cam/bin/python", "-B", "/src/tests/rigs/camera_rig.py", *what,
            LD_PRELOAD="/opt/fakedmabuf.so", LIBCAMERA_LOG_LEVELS="*:FATAL",
        )  # fmt: skip
    said = [line for line in done.stdout.splitlines() if line.startswith(("ok", "FAILED", "slowest"))]
    print("\n".join(said))
    assert done.returncode == 0, done.stdout[-4000:]
    assert len(said) >= 6
    assert not [line for line in said if line.startswith("FAILED")]


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
def test_b_units_and_installer(suite: str) -> None:
    """Installed, booted, played, hung, upgraded, refused, uninstalled; ARCH=arm64 make try-install is the Pi's
    own."""
    for program in ("debootstrap", "systemd-nspawn"):
        if shutil.which(program) is None:
            pytest.skip(f"rig units: {program} is missing")
    if os.geteuid() != 0:
        pytest.skip("rig units needs root: sudo make test-rigs")
    env = os.environ | {
        "ARCH": "amd64", "SUITE": suite,
        "TRY_BASE": str(RIGS / f"units-{suite}"), "TRY_ROOT": str(RIGS / f"units-{suite}-spoilt"),
    }  # fmt: skip
    done = subprocess.run(
        [str(ROOT / "install/try-install.sh")], env=env, text=True, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    shutil.rmtree(RIGS / f"units-{suite}-spoilt", ignore_errors=True)
    print(done.stdout)
    assert done.returncode == 0, done.stdout[-4000:]
    assert f"all well: {suite} amd64" in done.stdout
    assert "skipped" not in done.stdout


def test_c_pins() -> None:
    root = rig("pins")
    if shutil.which("qemu-system-x86_64") is None:
        pytest.skip("rig pins: qemu-system-x86_64 is missing")
    # What is there as /dev/kvm may still not run a whole system (a machine within a machine): it has to be asked for.
    kvm = ["-accel", "kvm", "-cpu", "host,-arch-capabilities"]
    how = kvm if os.environ.get("PEGWATCH_KVM") else ["-accel", "tcg", "-cpu", "max"]
    share = "local,security_model=none,multidevs=remap"
    done = subprocess.run(
        ["qemu-system-x86_64", "-M", "q35", *how, "-smp", "2", "-m", "1024", "-nographic", "-no-reboot",
         "-nic", "none", "-kernel", str(root / "pins-kernel"), "-initrd", str(root / "early.gz"),
         "-append", "console=ttyS0 quiet loglevel=3 panic=-1 mitigations=off",
         "-virtfs", f"{share},path={root},mount_tag=root",
         "-virtfs", f"{share},path={ROOT},mount_tag=src,readonly=on"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=900, check=False,
    )  # fmt: skip
    said = done.stdout.decode(errors="replace").replace("\r", "")
    lines = [line for line in said.splitlines() if line.startswith(("ok", "FAILED", "pins"))]
    print("\n".join(lines))
    assert lines, said[-3000:]
    assert lines[-1] == "pins: 10 of 10", said[-3000:]


@pytest.mark.parametrize("suite", ["bookworm", "trixie"])
@pytest.mark.parametrize("block", [0, 1], ids=["make-run", "by-hand"])
def test_d_the_page_for_a_pi_literally(suite: str, block: int, tmp_path: Path) -> None:
    """What the page for a Pi says, line by line; the last line, which runs the table, asks the doctor
    instead."""
    base = rig(f"plain-{suite}")
    root = tmp_path / "root"
    subprocess.run(["cp", "-a", str(base), str(root)], check=True)
    lines = steps()
    assert lines[block][-1] in ("make run", ".venv/bin/pegwatch run")
    script = [*(lines[0][:-1] if block else []), *lines[block][:-1]]  # apt's packages are wanted either way
    last = {"make run": "make run-setup", ".venv/bin/pegwatch run": "true"}[lines[block][-1]]
    script += [
        last,
        ".venv/bin/pegwatch --version",
        ".venv/bin/python -c 'import picamera2, cv2, numpy; print(\"fits\")'",
    ]
    script += [
        ".venv/bin/pegwatch score 5H 5S JD KC --starter 5D",
        ".venv/bin/pegwatch doctor --data /root/table || [ $? = 2 ]",
    ]
    with entered(root, sources=False):
        files = subprocess.run(
            ["git", "-C", str(ROOT), "ls-files", "-z"], check=True, capture_output=True
        ).stdout
        taken = [name for name in files.decode().split("\0") if name and (ROOT / name).exists()]
        for name in taken:
            (root / "src" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / "src" / name)
        (root / "root/steps.sh").write_text("set -eux\ncd /src\n" + "\n".join(script) + "\n")
        done = in_root(root, "sh", "/root/steps.sh", timeout_s=1800, DEBIAN_FRONTEND="noninteractive")
    shutil.rmtree(root)
    assert done.returncode == 0, done.stdout[-4000:]
    assert "fits" in done.stdout
    assert "No camera: no camera answers" in done.stdout, "the doctor finds picamera2, and no camera"
