"""What every camera does, real or not, and how it fails.

A camera gives two views of the same field: `lores`, a small grey picture that costs next to nothing and is
asked for often, and `grab`, the full picture, asked for only when there is something to read. Both carry the
table time at which they were *exposed*, never the time at which they were asked for, and both give up after
a time-out: a dead sensor must not stop the eye for ever.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeAlias, runtime_checkable

from vision.frames import Frame, SmallFrame

Clock: TypeAlias = Callable[[], float]
PICTURE_WITHIN_S: Final = 1.0
"""A camera that runs gives a picture within this time, or it is lost."""
SMALL_PX: Final = (512, 288)
"""Width and height of the small picture (16:9; other fields of view keep their shape at this width)."""


class CameraError(Exception):
    """Base of what a camera can raise. `mend` is one plain sentence: what to do about it."""

    def __init__(self, what: str, mend: str) -> None:
        super().__init__(f"{what}. {mend}")
        self.what = what
        self.mend = mend


class CameraMissing(CameraError):
    """There is no camera, or nothing to open."""


class CameraLost(CameraError):
    """The camera was there and is no longer, or gives what cannot be used."""


class CameraTimeout(CameraLost):
    """No picture came in time."""


class CameraEnded(CameraLost):
    """A camera that plays from files has shown its last picture."""


class BadPicture(CameraError):
    """A file that should hold a picture or video and does not."""


@runtime_checkable
class Camera(Protocol):
    """A source of pictures of the table; a context manager that opens and closes itself."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the full picture; known once open."""
        ...

    def open(self) -> None:
        """Start; raises `CameraMissing` when there is none. Opening an open camera does nothing."""
        ...

    def close(self) -> None:
        """Stop and let go; may be called at any time, any number of times."""
        ...

    def grab(self, timeout_s: float = PICTURE_WITHIN_S) -> Frame:
        """The full picture of now; raises `CameraLost` or `CameraTimeout`."""
        ...

    def lores(self, timeout_s: float = PICTURE_WITHIN_S) -> SmallFrame:
        """The small grey picture of now, the same field of view; raises as `grab` does."""
        ...

    def lock(self, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Hold focus, exposure and white balance: as they are now (after set-up), or as they were held before.

        Returns what is held, as plain values that can be kept and given again after a restart.
        """
        ...

    def unlock(self) -> None:
        """Let focus, exposure and white balance follow the light again."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


class OpenClose(ABC):
    """The common part of the cameras: context manager, and no picture from a closed camera."""

    _is_open = False

    def open(self) -> None:
        """Start the camera; nothing happens when it is open."""
        if not self._is_open:
            self._start()
            self._is_open = True

    def close(self) -> None:
        """Stop the camera; nothing happens when it is closed."""
        if self._is_open:
            self._is_open = False
            self._stop()

    def lock(self, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:  # noqa: ARG002
        """Hold the settings; a camera without settings has nothing to hold."""
        return {}

    def unlock(self) -> None:
        """Let the settings go; a camera without settings has nothing to let go."""
        return

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @abstractmethod
    def _start(self) -> None: ...

    @abstractmethod
    def _stop(self) -> None: ...

    def _must_be_open(self) -> None:
        if not self._is_open:
            raise CameraLost("the camera is closed", "Open it before asking for a picture")


def small_size(size_px: tuple[int, int]) -> tuple[int, int]:
    """The size of the small picture for a full one: `SMALL_PX` wide, the same shape, even numbers."""
    width, height = size_px
    return SMALL_PX[0], max(2, round(SMALL_PX[0] * height / width / 2) * 2)
