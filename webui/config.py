"""What the page must be told when it is started; everything has a sensible default."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from webui.boardview import Holes
from webui.posted import MODES


@dataclass(frozen=True, slots=True)
class WebConfig:
    """Settings of the page.

    `url` is its address for phones (None: no QR code); `hosts` further names it may be called by (addresses, plain
    names and names in .local always may); `profiles` and `modes` the rule sets and modes offered for new games,
    the first of each chosen beforehand, and `names` (seat -> name) the names; `language` what is spoken to anyone who
    has not asked for another (None: what the browser asks for); `alerts`
    when club mode calls an overpeg (``at-once`` or ``after-window``); `holes` where every hole lies in mm (name ->
    x, y), as in the board's hole map; `poll_s` how often the journal is looked at; `tick_s` the fixed rhythm of
    sanctioned mode; `streams` how many live viewers there may be, `streams_each` how many from one address;
    `posts_each_minute` how many requests that change something one address may make; `trust_loopback`: a browser on
    this machine is the table's own screen; `proxies` the addresses whose word is taken for who their guests are (with
    any, no browser on this machine is trusted); `readers` the origins whose pages may read what the public may see
    (`webui.crossorigin`); `pegs` and `cards` by what the table reads them: ``sensors``, ``camera``, ``both`` or
    ``none``.
    """

    table_name: str = "Table 1"
    url: str | None = None
    hosts: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ("acc-2025",)
    modes: tuple[str, ...] = MODES
    names: Mapping[str, str] = field(default_factory=dict)
    language: str | None = None
    alerts: str = "at-once"
    holes: Mapping[str, Holes] = field(default_factory=dict)
    poll_s: float = 0.1
    tick_s: float = 5.0
    streams: int = 800
    streams_each: int = 60
    posts_each_minute: int = 60
    trust_loopback: bool = True
    proxies: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()
    pegs: str = "sensors"
    cards: str = "camera"

    @property
    def has_contacts(self) -> bool:
        """Whether there are contacts in the holes, and a workshop to look at them."""
        return self.pegs in ("sensors", "both")

    @property
    def has_camera(self) -> bool:
        """Whether a camera looks at the table."""
        return self.has_pegs_by_eye or self.cards == "camera"

    @property
    def has_pegs_by_eye(self) -> bool:
        """Whether the camera reads the pegs, alone or as a second witness."""
        return self.pegs in ("camera", "both")
