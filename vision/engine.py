"""What runs the networks: OpenCV, which is always there, or ONNX Runtime, which takes less than half the time.

Of the same file both give the same scores within some hundred-thousandths. ONNX Runtime also runs the networks with
eight bits for each number, which is most of what it saves; their scores are off by a tenth, and the same cards are
read (tests check all that). ``auto`` takes ONNX Runtime where it is installed and loads, and OpenCV elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Engine = Literal["auto", "onnxruntime", "opencv"]
_FAULTS_ONLY: Final = 3  # of ONNX Runtime's log levels, 0 to 4
_SUMS_UNCUT: Final = (261, 262)
"""OpenCV's numbers (CPU_AVX512_CLX and _ICL in cvdef.h) of PCs that do not cut sums of eight-bit products off at 16
bits. Others are told not to, which takes longer; an ARM processor never does, and pays no heed."""


class ReaderError(ValueError):
    """A network or a file beside it cannot be used; the message says which file and what to do."""


class Network(Protocol):
    """A network that is ready to run. Not to be shared between threads."""

    def __call__(self, pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """The scores for some pictures, all (H, W, 3) BGR of one size: (number of pictures, ...).

        The finder's file takes one picture at a time, of any size; the others any number, of their own size.
        """
        ...


class _OpenCV:
    """Runs in OpenCV, on as many threads as the whole process gives it."""

    def __init__(self, model: Path) -> None:
        classic = getattr(cv2.dnn, "ENGINE_CLASSIC", None)  # OpenCV 5 has several; this one is fastest for us
        try:
            if classic is None:
                self._net = cv2.dnn.readNetFromONNX(str(model))
            else:
                self._net = cv2.dnn.readNetFromONNX(str(model), classic)
        except cv2.error as error:
            raise ReaderError(f"not a network that OpenCV can run: {model}") from error

    def __call__(self, pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """See `Network`."""
        self._net.setInput(_as_input(pictures))
        return np.array(self._net.forward(), np.float32)  # a copy: OpenCV reuses its memory


class _OnnxRuntime:
    """Runs in ONNX Runtime, on threads of its own."""

    def __init__(self, runtime: ModuleType, model: Path, threads: int) -> None:
        options = runtime.SessionOptions()
        options.intra_op_num_threads, options.inter_op_num_threads = threads, 1
        options.log_severity_level = _FAULTS_ONLY
        options.enable_cpu_mem_arena = False  # or the memory of the largest picture is never released
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # threads that wait sleep
        if not any(map(cv2.checkHardwareSupport, _SUMS_UNCUT)):
            options.add_session_config_entry("session.x64quantprecision", "1")
        try:
            self._session = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its errors have no common base class
            raise ReaderError(f"not a network that ONNX Runtime can run: {model}") from error
        self._input = self._session.get_inputs()[0].name

    def __call__(self, pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """See `Network`."""
        return np.asarray(self._session.run(None, {self._input: _as_input(pictures)})[0], np.float32)


def load(model: Path, engine: Engine = "auto", threads: int = 1) -> Network:
    """A network, ready to run.

    Args:
        model: an ONNX file, whose sum was checked (`vision.network.check_sum`).
        engine: what runs it.
        threads: of ONNX Runtime; OpenCV keeps one such number for the whole process (`cv2.setNumThreads`).
    Raises:
        ReaderError: the engine is missing, or cannot run this file.
    """
    if engine == "opencv":
        return _OpenCV(model)
    runtime = _runtime()
    if runtime is not None:
        return _OnnxRuntime(runtime, model, threads)
    if engine == "onnxruntime":
        raise ReaderError(
            "ONNX Runtime cannot be loaded: install it (pip install onnxruntime), or set [eye] engine to auto"
        )
    return _OpenCV(model)


def runs_eight_bits(engine: Engine = "auto") -> bool:
    """Whether what computes for this setting runs networks with eight bits for each number."""
    return engine != "opencv" and _runtime() is not None


def engine_name(engine: Engine = "auto") -> str:
    """The name and version of what runs the networks for this setting, for people."""
    if runs_eight_bits(engine):
        return f"ONNX Runtime {version('onnxruntime')}"
    return f"OpenCV {cv2.__version__}"


@cache
def _runtime() -> Any:
    """The module of ONNX Runtime; None where it is not installed, or was built for another machine."""
    try:
        import onnxruntime
    except (ImportError, OSError):
        return None
    return onnxruntime


def _as_input(pictures: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Pictures as float32 (n, 3, H, W), 0 to 1."""
    return np.asarray(cv2.dnn.blobFromImages(list(pictures), 1 / 255), np.float32)
