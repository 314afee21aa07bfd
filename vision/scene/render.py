"""Draw a `Scene` as a tilted camera would see it: ground, board, pack, cards, pegs, arms, light, noise.

Everything is drawn once and cached: the empty table, and each card in each position. A frame is then a copy of the
empty table with a few small patches blended in, and the sensor's noise on top.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Matrix, Picture, as_f32, as_u8
from vision.layout import CARD_HEIGHT_MM, CARD_WIDTH_MM, LONG_BOARD, TableLayout
from vision.scene import board, deck, hand, props
from vision.scene.art import OWN_DECK, DeckArt
from vision.scene.drawn import NOISES, TABLES
from vision.scene.holes import hole_mm
from vision.scene.kit import Kit, draw_pegs, kit_picture
from vision.scene.lights import LIGHTS, Light
from vision.scene.model import ArmOver, LaidCard, Prop, Scene
from vision.scene.projection import Pinhole, over_table
from vision.scene.tabletop import ground, light_field

PACK_MM: Final = 12.0  # height of the pack under the starter
HAND_MM: Final = 45.0  # height at which arms reach over the table
_PEG_MM: Final = 14.0
_CACHED_PICTURES: Final = 1.5  # the cache holds patches of the area of this many pictures


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A piece to blend in at (x, y): its colours uint8 (h, w, 3), and the weights of the picture below and of it (h,
    w)."""

    x: int
    y: int
    color: Picture
    below: NDArray[np.float32]
    above: NDArray[np.float32]

    def onto(self, picture: Picture) -> None:
        """Blend into a picture, in place."""
        h, w = self.above.shape
        region = picture[self.y : self.y + h, self.x : self.x + w]
        region[:] = cv2.blendLinear(region, self.color, self.below, self.above)


def _sensor_noise(size_px: tuple[int, int], deviation: float, seed: int) -> Picture:
    """Noise about 128, uint8 (height + 64, width + 64, 3), read-only: each picture uses another section of it."""
    return NOISES.of((size_px, deviation, seed), lambda: _draw_noise(size_px, deviation, seed))


def _draw_noise(size_px: tuple[int, int], deviation: float, seed: int) -> Picture:
    w, h = size_px
    grains = np.random.default_rng(seed).standard_normal((h + 64, w + 64, 3), dtype=np.float32)
    grains *= deviation
    return np.clip(np.round(grains + 128), 0, 255).astype(np.uint8)


class Renderer:
    """Draws scenes for one camera, one light and one ground; equal scenes and numbers give equal pictures.

    `kit`: a board and pegs as people own them, instead of the sensor board and its pegs.
    """

    def __init__(
        self,
        size_px: tuple[int, int] = (1536, 864),
        light: Light | str = "day",
        ground_kind: str = "oak",
        layout: TableLayout = LONG_BOARD,
        pinhole: Pinhole | None = None,
        seed: int = 0,
        art: DeckArt = OWN_DECK,
        kit: Kit | None = None,
    ) -> None:
        self.size_px = size_px
        self._kit = kit
        self._art = art
        self.layout = layout
        self.light = LIGHTS[light] if isinstance(light, str) else light
        self.pinhole = pinhole or over_table(size_px, layout.bounds_mm())
        self._lit = light_field(size_px, self.light)
        self._scale = self.pinhole.px_per_mm()
        self._ground_kind = ground_kind
        self._base: Picture | None = None
        self._patches: dict[Hashable, Patch | None] = {}
        self._lying: tuple[Scene, Picture] | None = None
        self._noise = _sensor_noise(size_px, self.light.noise, seed)
        self._seed = seed

    def draw(
        self, scene: Scene, number: int = 0, alter: Callable[[Picture], Picture] | None = None
    ) -> Picture:
        """The picture of a scene, uint8 (height, width, 3); `number` chooses the noise.

        `alter` returns the picture to use in place of the one without noise, and must not write to that one.
        """
        picture = self.without_noise(scene)
        if alter is not None:
            picture = alter(picture)
        if self.light.noise <= 0:
            return picture.copy()
        rng = np.random.default_rng((self._seed, number))
        dx, dy = (int(v) for v in rng.integers(0, 64, 2))
        w, h = self.size_px
        noise = self._noise[dy : dy + h, dx : dx + w]
        return as_u8(cv2.addWeighted(picture, 1.0, noise, 1.0, -128.0))

    def without_noise(self, scene: Scene) -> Picture:
        """The picture of a scene without the sensor's noise; not to be written to."""
        lying = replace(scene, arms=())
        if self._lying is None or self._lying[0] != lying:
            self._lying = (lying, self._draw_lying(lying))
        picture = self._lying[1]
        if not scene.arms:
            return picture
        picture = picture.copy()
        for over in scene.arms:
            patch = self._hand(over)
            if patch is not None:
                patch.onto(picture)
        return picture

    def _draw_lying(self, scene: Scene) -> Picture:
        if self._base is None:
            self._base = self._empty_table()
        picture = self._base.copy()
        patches = [self._prop(prop) for prop in scene.props]
        if scene.pack:
            patches.append(self._pack())
        x0, y0, x1, y1 = self._pack_box()
        for card in sorted(scene.cards, key=lambda c: c.order):
            on_pack = scene.pack and x0 < card.x_mm < x1 and y0 < card.y_mm < y1
            patches.append(self._card(card, PACK_MM if on_pack else 0.0))
        for patch in patches:
            if patch is not None:
                patch.onto(picture)
        self._pegs(picture, scene)
        if self.light.blur_px > 0:
            picture = as_u8(cv2.GaussianBlur(picture, (0, 0), self.light.blur_px))
        return picture

    # The empty table

    def _empty_table(self) -> Picture:
        """Of the same camera, light, ground and board it is kept."""
        camera = self.size_px, self.pinhole.matrix.tobytes()
        look = camera, self.light, self._ground_kind, self.layout, self._kit
        return TABLES.of(look, self._draw_empty_table)

    def _draw_empty_table(self) -> Picture:
        w, h = self.size_px
        x0, y0, x1, y1 = self.layout.bounds_mm()
        around, scale = 160.0, max(1.0, min(3.0, self._scale))
        size = (round((x1 - x0 + 2 * around) * scale), round((y1 - y0 + 2 * around) * scale))
        texture = ground(self._ground_kind, size, scale)
        to_texture = np.array(
            [(scale, 0, (around - x0) * scale), (0, -scale, (y1 + around) * scale), (0, 0, 1.0)]
        )
        warp = self.pinhole.plane() @ np.linalg.inv(to_texture)
        picture = cv2.warpPerspective(
            texture, warp, (w, h), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        )
        picture = np.clip(picture * self._lit, 0, 255).astype(np.uint8)
        patch = self._board()
        if patch is not None:
            patch.onto(picture)
        return as_u8(cv2.GaussianBlur(picture, (0, 0), 0.5))

    def _board(self) -> Patch | None:
        top = board.board_picture(self.layout) if self._kit is None else kit_picture(self._kit, self.layout)
        width_mm, height_mm = self.layout.board_mm
        s = board.PX_PER_MM
        to_picture = np.array([(s, 0, width_mm / 2 * s), (0, -s, height_mm / 2 * s), (0, 0, 1.0)])
        corners = [(sx * width_mm / 2, sy * height_mm / 2) for sx, sy in _CORNERS]
        return self._patch(
            top,
            to_picture,
            self.layout.board_top_mm,
            shadow_mm=9.0,
            soft_mm=6.0,
            sides=(corners, (34, 46, 66)),
        )

    # What is on and over the table

    def _prop(self, prop: Prop) -> Patch | None:
        width, height = props.SIZES_MM[prop.kind]
        s = props.PX_PER_MM
        center = np.array([(s, 0, width / 2 * s), (0, -s, height / 2 * s), (0, 0, 1.0)])
        to_picture = center @ _to_own_mm(prop.x_mm, prop.y_mm, prop.angle_deg)
        z_mm = props.HEIGHTS_MM[prop.kind]
        picture = props.prop_picture(prop.kind)
        return self._cached(
            prop,
            lambda: self._patch(picture, to_picture, z_mm, shadow_mm=z_mm * 0.5, soft_mm=2.0),
        )

    def _pack_box(self) -> tuple[float, float, float, float]:
        x, y = self.layout.place("starter").center_mm
        return x - CARD_WIDTH_MM / 2, y - CARD_HEIGHT_MM / 2, x + CARD_WIDTH_MM / 2, y + CARD_HEIGHT_MM / 2

    def _pack(self) -> Patch | None:
        x, y = self.layout.place("starter").center_mm
        half = (CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2)
        corners = [(x + sx * half[0], y + sy * half[1]) for sx, sy in _CORNERS]
        return self._cached(
            ("pack",),
            lambda: self._patch(
                self._art.back(),
                _card_to_picture(x, y, 0.0),
                PACK_MM,
                shadow_mm=6.0,
                soft_mm=4.0,
                sides=(corners, (186, 192, 196)),
            ),
        )

    def _card(self, card: LaidCard, z_mm: float) -> Patch | None:
        key = (card.card if card.face_up else None, card.x_mm, card.y_mm, card.angle_deg, z_mm)
        place = _card_to_picture(card.x_mm, card.y_mm, card.angle_deg)
        return self._cached(
            key,
            lambda: self._patch(
                self._art.face(card.card) if card.face_up and card.card else self._art.back(),
                place,
                z_mm,
                shadow_mm=0.9,
                soft_mm=1.4,
            ),
        )

    def _hand(self, over: ArmOver) -> Patch | None:
        left = round(over.angle_deg) % 360 >= 180
        sleeve = (66, 50, 122) if left else (92, 62, 44)
        s = hand.PX_PER_MM
        center = np.array([(s, 0, hand.TIP_MM[0] * s), (0, -s, hand.TIP_MM[1] * s), (0, 0, 1.0)])
        to_picture = center @ _to_own_mm(over.x_mm, over.y_mm, over.angle_deg - 90)
        picture = hand.hand_picture(sleeve=sleeve)
        return self._cached(
            ("hand", over),
            lambda: self._patch(picture, to_picture, HAND_MM, shadow_mm=24.0, soft_mm=11.0, supersample=1),
        )

    def _cached(self, key: Hashable, draw: Callable[[], Patch | None]) -> Patch | None:
        """The cached patch, or a new one; to make room those that were not used for longest are dropped."""
        if key in self._patches:
            self._patches[key] = patch = self._patches.pop(key)
            return patch
        patch = self._patches[key] = draw()
        w, h = self.size_px
        while len(self._patches) > 20 and self._area() > _CACHED_PICTURES * w * h:
            del self._patches[next(iter(self._patches))]
        return patch

    def _area(self) -> int:
        return sum(patch.above.size for patch in self._patches.values() if patch is not None)

    def _pegs(self, picture: Picture, scene: Scene) -> None:
        if self._kit is not None:
            draw_pegs(
                picture, self._kit, scene.pegs, self.pinhole, self.layout.board_top_mm, self.light, self._lit
            )
            return
        top = self.layout.board_top_mm
        for player, holes in sorted(scene.pegs.items()):
            color = board.TRACK_COLORS.get(player, (60, 160, 60))
            for hole in sorted(holes):
                x, y = hole_mm(player, hole)
                foot, head = self.pinhole.project(np.array([(x, y, top), (x, y, top + _PEG_MM)]))
                px, py = (int(np.clip(v, 0, n - 1)) for v, n in zip(head, self.size_px, strict=True))
                lit = float(np.clip(self._lit[py, px].mean(), 0.1, 1.0))
                bright = (min(255, color[0] + 30), min(255, color[1] + 30), min(255, color[2] + 30))
                at = (float(foot[0]), float(foot[1])), (float(head[0]), float(head[1]))
                board.draw_peg(picture, *at, 2.3 * self._scale, bright, lit)

    def _patch(
        self,
        picture: Picture,
        to_picture: Matrix,
        z_mm: float,
        *,
        shadow_mm: float,
        soft_mm: float,
        sides: tuple[Sequence[tuple[float, float]], tuple[int, int, int]] | None = None,
        supersample: int = 2,
    ) -> Patch | None:
        """Project a BGRA picture that lies at height `z_mm`, with its shadow on the table; None where it is out of
        view.

        `to_picture` (3, 3) takes mm to pixels of `picture`. `sides`: the outline (mm) and the colour of the walls
        below it. `supersample`: it is first drawn this much finer than the camera's pixels.
        """
        warp = self.pinhole.plane(z_mm) @ np.linalg.inv(to_picture)
        h, w = picture.shape[:2]
        walls = None if sides is None else self._wall_corners(sides[0], z_mm)
        around = _projected(warp, np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64))
        if walls is not None:
            around = np.concatenate([around, walls])
        margin = (shadow_mm * 1.5 + soft_mm * 3) * self._scale + 2
        x0, y0 = (max(0, int(v)) for v in np.floor(around.min(axis=0) - margin))
        x1, y1 = (
            min(n, int(v)) for v, n in zip(np.ceil(around.max(axis=0) + margin), self.size_px, strict=True)
        )
        if x1 - x0 < 2 or y1 - y0 < 2:
            return None
        move = np.array(
            [(supersample, 0, -x0 * supersample), (0, supersample, -y0 * supersample), (0, 0, 1.0)]
        )
        detail_px_per_mm = float(np.sqrt(abs(np.linalg.det(to_picture[:2, :2]))))
        warped = _warp_down(
            picture, move @ warp, (x1 - x0, y1 - y0), supersample, detail_px_per_mm / self._scale
        )
        color, cover = warped[:, :, :3], warped[:, :, 3] / np.float32(255)
        if walls is not None and sides is not None:
            color, cover = _with_walls(color, cover, walls - (x0, y0), sides[1])
        shade = self._shadow(cover, shadow_mm, soft_mm)
        return _with_shadow(x0, y0, color, cover, shade, self._lit[y0:y1, x0:x1])

    def _wall_corners(self, outline_mm: Sequence[tuple[float, float]], z_mm: float) -> NDArray[np.float64]:
        points = np.array([(x, y, z) for z in (0.0, z_mm) for x, y in outline_mm])
        return self.pinhole.project(points)

    def _shadow(self, cover: NDArray[np.float32], shadow_mm: float, soft_mm: float) -> NDArray[np.float32]:
        across, along = self.light.direction
        length = shadow_mm * self._scale / float(np.hypot(across, along))
        move = np.array([(1, 0, across * length), (0, 1, along * length)], np.float64)
        h, w = cover.shape
        shifted = cv2.warpAffine(cover, move, (w, h))
        soft_px = max(0.5, soft_mm * self._scale)
        # A shadow as soft as an arm's is blurred at a smaller size: that changes it by no more than a grey level.
        coarse = max(1, int(soft_px // 3))
        small = cv2.resize(shifted, (-(-w // coarse), -(-h // coarse)), interpolation=cv2.INTER_AREA)
        soft = cv2.resize(cv2.GaussianBlur(small, (0, 0), soft_px / coarse), (w, h))
        return as_f32(soft * np.float32(self.light.shadow))


_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _projected(matrix: Matrix, points: NDArray[np.float64]) -> NDArray[np.float64]:
    result: NDArray[np.float64] = cv2.perspectiveTransform(points[None], matrix)[0]
    return result


def _to_own_mm(x_mm: float, y_mm: float, angle_deg: float) -> Matrix:
    """The matrix (3, 3) from table mm to the mm of an object that lies at (x, y), turned by an angle."""
    a = np.radians(angle_deg)
    cos, sin = float(np.cos(a)), float(np.sin(a))
    return np.array([(cos, sin, -x_mm * cos - y_mm * sin), (-sin, cos, x_mm * sin - y_mm * cos), (0, 0, 1.0)])


def _card_to_picture(x_mm: float, y_mm: float, angle_deg: float) -> Matrix:
    s = deck.PX_PER_MM
    center = np.array([(s, 0, deck.WIDTH_PX / 2), (0, -s, deck.HEIGHT_PX / 2), (0, 0, 1.0)])
    return center @ _to_own_mm(x_mm, y_mm, angle_deg)


def _warp_down(
    picture: Picture, warp: Matrix, size_px: tuple[int, int], supersample: int, detail: float
) -> NDArray[np.float32]:
    """Warp with soft edges at `supersample` times the size and average down: float32 (h, w, 4), alpha not multiplied
    in.

    `detail`: pixels of the given picture for each pixel of the camera's.
    """
    halvings = 0
    while detail > supersample * 1.9:
        detail /= 2
        halvings += 1
    warp = warp @ np.diag([2.0**halvings, 2.0**halvings, 1.0])
    premultiplied = _premultiplied(_ByIdentity(picture), halvings)
    big = cv2.warpPerspective(
        premultiplied, warp, (size_px[0] * supersample, size_px[1] * supersample), flags=cv2.INTER_LINEAR
    )
    small = as_f32(cv2.resize(big, size_px, interpolation=cv2.INTER_AREA) if supersample > 1 else big)
    *weighted_colors, covered = cv2.split(small)
    cover = np.maximum(covered / 255, 1e-3)
    return as_f32(cv2.merge([*(cv2.divide(color, cover) for color in weighted_colors), covered]))


class _ByIdentity:
    """A picture as a cache key, equal only to itself. It holds the picture, so that its id is not reused."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and self.picture is other.picture

    def __hash__(self) -> int:
        return id(self.picture)


# Two sleeves in both sizes of picture, a board or card: a moving arm is drawn again in every frame.
@lru_cache(maxsize=6)
def _premultiplied(of: _ByIdentity, halvings: int) -> NDArray[np.float32]:
    """A BGRA picture halved `halvings` times, its colours multiplied by alpha: float32 (h, w, 4), not to be written
    to."""
    picture = of.picture
    for _ in range(halvings):
        picture = as_u8(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    out = picture.astype(np.float32)
    out[:, :, :3] *= picture[:, :, 3:4] / np.float32(255)
    return out


def _with_walls(
    color: NDArray[np.float32],
    cover: NDArray[np.float32],
    walls_px: NDArray[np.float64],
    tint: tuple[int, int, int],
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    solid = np.zeros(cover.shape, np.uint8)
    hull = cv2.convexHull(walls_px.astype(np.float32))
    cv2.fillConvexPoly(solid, np.round(hull * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
    both = np.maximum(cover, solid / np.float32(255))
    mixed = color * cover[:, :, None] + np.array(tint, np.float32) * (1 - cover[:, :, None])
    return mixed.astype(np.float32), both.astype(np.float32)


def _with_shadow(
    x: int,
    y: int,
    color: NDArray[np.float32],
    cover: NDArray[np.float32],
    shade: NDArray[np.float32],
    lit: NDArray[np.float32],
) -> Patch:
    """An object and its shadow as one patch: the shadow is black, with a weight of its own, under the object."""
    above = 1 - (1 - cover) * (1 - shade)
    part = cover / np.maximum(above, 1e-4)
    painted = np.clip(cv2.multiply(cv2.multiply(color, lit), cv2.merge([part] * 3)), 0, 255).astype(np.uint8)
    return Patch(x, y, painted, np.ascontiguousarray(1 - above), np.ascontiguousarray(above))
