"""`make` on a system that has picamera2 from apt: the environment sees it, and holds nothing that breaks it.

The system is a copied Python with packages of its own; the packages to install are empty wheels in a folder. All else
is real: the Makefile, its scripts, venv and pip.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from tiny_wheel import wheel

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
ROOT = Path(__file__).parents[2]
OLD = {"numpy": "1.26.4", "opencv-python-headless": "4.11.0.86"}
NEW = {"numpy": "2.4.6", "opencv-python-headless": "5.0.0.93"}
PICAMERA2 = """import numpy
if numpy.__version__.split(".")[0] != "{major}":
    raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")
"""
PEGWATCH = """import sys
import numpy
def main():
    try:
        import picamera2
    except (ImportError, ValueError) as error:
        print(f"numpy {numpy.__version__}, camera: {error}")
    else:
        print(f"numpy {numpy.__version__}, camera: ok")
"""
BACKEND = '''"""Builds one wheel, without setuptools."""
from tiny_wheel import wheel
EXTRA = """Requires-Dist: numpy>=1.24
Requires-Dist: opencv-python-headless>=4.10
Provides-Extra: dev
"""
def build_wheel(folder, config_settings=None, metadata_directory=None):
    files = {"pegwatch.py": open("pegwatch.py").read()}
    return wheel(folder, "pegwatch", "0.1.0", files, EXTRA, "[console_scripts]\\npegwatch = pegwatch:main\\n").name
build_editable = build_wheel
'''


def system_python(folder: Path, numpy: str | None) -> Path:
    """A Python with a folder of system packages of its own, in which apt's picamera2 and numpy lie, or nothing."""
    stdlib, version = Path(sysconfig.get_path("stdlib")), f"python{sys.version_info[0]}.{sys.version_info[1]}"
    lib = folder / "lib" / version
    lib.mkdir(parents=True)
    for part in stdlib.iterdir():
        if part.name not in ("site-packages", "dist-packages"):
            (lib / part.name).symlink_to(part)
    for shared in Path(sys.base_prefix, "lib").glob("libpython*"):
        (folder / "lib" / shared.name).symlink_to(shared)
    packages = lib / "site-packages"
    packages.mkdir()
    (folder / "lib" / "python3").mkdir()
    (folder / "lib" / "python3" / "dist-packages").symlink_to(packages)  # where Debian looks
    if numpy is not None:
        (packages / "picamera2.py").write_text(PICAMERA2.format(major=numpy.split(".")[0]))
        (packages / "numpy").mkdir()
        (packages / "numpy" / "__init__.py").write_text(f'__version__ = "{numpy}"\n')
        info = packages / f"numpy-{numpy}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: numpy\nVersion: {numpy}\n")
    python = folder / "bin" / "python3"
    python.parent.mkdir()
    shutil.copy2(Path(sys.base_prefix, "bin", version).resolve(), python)
    said = _run([str(python), "-c", "import sys; print(sys.prefix)"], folder)
    if said.returncode or Path(said.stdout.strip()) != folder:
        pytest.skip(f"this machine's Python cannot be copied: {said.stdout} {said.stderr}")
    return python


def _run(words: list[str], folder: Path, **env: str) -> subprocess.CompletedProcess[str]:
    kept = {key: os.environ[key] for key in ("PATH", "HOME", "LANG") if key in os.environ}
    return subprocess.run(
        words, cwd=folder, env=kept | env, capture_output=True, text=True, timeout=300, check=False
    )


class Project:
    """The project's Makefile and scripts, and a program that says which numpy it has and whether its camera loads."""

    def __init__(self, folder: Path, system_numpy: str | None) -> None:
        self.python = system_python(folder / "usr", system_numpy)
        self.root, self.wheels = folder / "project", folder / "wheels"
        for part in ("lock", "install"):
            (self.root / part).mkdir(parents=True)
        self.wheels.mkdir()
        for file in ("Makefile", "install/environment.sh", "lock/which.sh"):
            shutil.copy2(ROOT / file, self.root / file)
        for lock, pins in (("requirements.txt", NEW), ("bookworm-pi.txt", OLD)):
            (self.root / "lock" / lock).write_text("".join(self._pin(*pin) for pin in pins.items()))
        pins = "".join(f"{name}=={version}\n" for name, version in NEW.items())
        (self.root / "constraints.txt").write_text(pins)
        shutil.copy2(Path(__file__).parent / "tiny_wheel.py", self.root)
        (self.root / "backend.py").write_text(BACKEND)
        (self.root / "pegwatch.py").write_text(PEGWATCH)
        (self.root / "pyproject.toml").write_text(
            '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'
        )

    def _pin(self, name: str, version: str) -> str:
        files = {"numpy/__init__.py": f'__version__ = "{version}"\n'} if name == "numpy" else {}
        made = wheel(self.wheels, name, version, files)
        return f"{name}=={version} \\\n    --hash=sha256:{hashlib.sha256(made.read_bytes()).hexdigest()}\n"

    def run(self, *words: str) -> str:
        said = _run(
            list(words),
            self.root,
            PIP_NO_INDEX="1",
            PIP_FIND_LINKS=str(self.wheels),
            PIP_CONFIG_FILE="/dev/null",
        )
        assert said.returncode == 0, said.stdout + said.stderr
        return said.stdout

    def make(self, target: str) -> str:
        """What `make` says last: of `run`, what the program says."""
        said = self.run("make", "-s", target, f"PYTHON={self.python}")
        return said.strip().rpartition("\n")[2]

    def says(self) -> str:
        """What the program in the environment says of its numpy and its camera."""
        return self.run(".venv/bin/python", "-c", "import pegwatch; pegwatch.main()").strip()

    def sees_the_system(self) -> bool:
        return "include-system-site-packages = true" in (self.root / ".venv/pyvenv.cfg").read_text()


@pytest.fixture
def bookworm(tmp_path: Path) -> Project:
    return Project(tmp_path, "1.24.2")


WORKS = f"numpy {OLD['numpy']}, camera: ok"


def test_make_run_beside_a_picamera2_built_for_numpy_1(bookworm: Project) -> None:
    assert bookworm.make("run") == WORKS
    assert bookworm.sees_the_system()
    for made in bookworm.wheels.iterdir():  # nothing is installed twice
        made.unlink()
    compiled = bookworm.root / "lock" / "__pycache__"  # as Python leaves it, which is no new lock
    compiled.mkdir()
    (compiled / "audit.cpython-311.pyc").touch()
    stamp = bookworm.root / ".venv" / ".runs"
    made_at = stamp.stat().st_mtime_ns
    assert bookworm.make("run") == WORKS
    assert stamp.stat().st_mtime_ns == made_at


def test_any_make_after_the_readmes_own_steps_keeps_a_camera_that_works(bookworm: Project) -> None:
    lock = bookworm.run("sh", "lock/which.sh", str(bookworm.python)).strip()
    assert lock.endswith("lock/bookworm-pi.txt")
    bookworm.run(str(bookworm.python), "-m", "venv", "--system-site-packages", ".venv")
    pip = (".venv/bin/pip", "install")
    bookworm.run(*pip, "--require-hashes", "--only-binary=:all:", "-r", lock)
    bookworm.run(*pip, "--no-deps", "--no-build-isolation", ".")
    assert bookworm.says() == WORKS
    own = bookworm.root / ".venv" / "of-its-owner"
    own.touch()
    for target in ("setup", "run"):
        bookworm.make(target)
        assert bookworm.says() == WORKS
    assert bookworm.sees_the_system()
    assert own.exists()


def test_an_environment_that_hid_the_camera_is_opened(bookworm: Project) -> None:
    """As every `make` before made it: without the system's packages, and with the newest numpy."""
    bookworm.run(str(bookworm.python), "-m", "venv", ".venv")
    bookworm.run(".venv/bin/pip", "install", "-c", "constraints.txt", "--no-build-isolation", ".")
    (bookworm.root / ".venv" / ".ready").touch()
    assert bookworm.says() == f"numpy {NEW['numpy']}, camera: No module named 'picamera2'"
    assert bookworm.make("run") == WORKS
    bookworm.make("setup")
    assert bookworm.says() == WORKS


def test_a_system_with_numpy_2_takes_what_every_machine_takes(tmp_path: Path) -> None:
    project = Project(tmp_path, "2.2.4")
    assert project.make("run") == f"numpy {NEW['numpy']}, camera: ok"


def test_where_there_is_no_picamera2_the_system_stays_out(tmp_path: Path) -> None:
    project = Project(tmp_path, None)
    project.make("setup")
    assert project.says() == f"numpy {NEW['numpy']}, camera: No module named 'picamera2'"
    assert not project.sees_the_system()
