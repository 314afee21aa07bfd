"""What every camera does, real or not, and how it fails.

A camera gives two views of the same field: `lores`, a small grey picture that costs next to nothing and is
asked for often, and `grab`, the full picture, asked for only when there is something to read. Both carry the
table time at which they were *exposed*, not the time at which they were asked for, and both give up after a
time-out: a dead sensor must not stop the eye for ever.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import Any, Final, Protocol, Self, TypeAlias, runtime_checkable

from vision.frames import Frame, SmallFrame

Clock: TypeAlias = Callable[[], float]
PICTURE_WITHIN_S: Final = 1.0
"""A running camera that gives no picture within this time counts as lost."""
SMALL_PX: Final = (512, 288)
"""Width and height of the small picture (16:9; other fields of view keep their shape at this width)."""


class CameraError(Exception):
    """Base of the errors of a camera. `what` is wrong, and `fix` is what to do about it: one sentence each."""

    def __init__(self, what: str, fix: str) -> None:
        super().__init__(f"{what}. {fix}")
        self.what = what
        self.fix = fix


class CameraMissing(CameraError):
    """There is no camera, or no file to play."""


class CameraLost(CameraError):
    """The camera has gone, is closed, or gives pictures that cannot be used."""


class CameraTimeout(CameraLost):
    """No picture came in time."""


class CameraEnded(CameraLost):
    """A camera that plays files has shown its last picture."""


class BadPicture(CameraError):
    """A file that holds no picture or video that can be read."""


@runtime_checkable
class Camera(Protocol):
    """A source of pictures of the table, and a context manager: `with camera` opens and closes it."""

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the full picture; known once open."""
        ...

    def open(self) -> None:
        """Start the camera; raises `CameraMissing` when there is none. Opening an open camera does nothing."""
        ...

    def close(self) -> None:
        """Stop the camera and release it; may be called at any time, any number of times."""
        ...

    def grab(self, timeout_s: float = PICTURE_WITHIN_S) -> Frame:
        """The full picture as of now; raises `CameraLost` or `CameraTimeout`."""
        ...

    def lores(self, timeout_s: float = PICTURE_WITHIN_S) -> SmallFrame:
        """The small grey picture as of now, with the same field of view; raises what `grab` raises."""
        ...

    def lock(self, settings: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """Hold focus, exposure and white balance as they are now, or as in `settings`, which an earlier call
        returned.

        Returns the settings that are held, as plain values that can be saved and passed again after a restart.
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
    """What all cameras share: the context manager, and that a closed camera gives no picture."""

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
        """Hold the settings; here there are none."""
        return {}

    def unlock(self) -> None:
        """Release the settings; here there are none."""
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
    """Width and height of the small picture for a full one: as wide as `SMALL_PX`, the same shape, even numbers."""
    width, height = size_px
    return SMALL_PX[0], max(2, round(SMALL_PX[0] * height / width / 2) * 2)
