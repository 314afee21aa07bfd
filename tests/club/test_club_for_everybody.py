"""Every page of the club in a real browser: WCAG 2.2 AA by axe-core, phone to wall, both schemes, both languages; and
what the printer gets."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest
from chromium import MARKS
from everybody import faults
from halls import PIN, FakeBroker, served
from playwright.sync_api import Browser, BrowserContext, Page
from screens import keep

from club.claims import player_code
from club.desk import Desk
from club.lists import EntryRow
from club.pools import HANDS, STANDINGS, Pool
from club.season import Season
from club.store import open_store
from cribbage.log.wire import FinishedGame
from cribbage.tournament.brackets import bracket
from cribbage.tournament.scorecards import Line
from pegwatch.simulated.evening import play, write_down
from webui.club.site import ClubSite

NAMES = (
    "Ann Abernathy-Featherstonehaugh",
    "Bob",
    "Cy O’Neill",
    "Dee",
    "Éloïse Tremblay",
    "Fay",
    "Gus",
    "Hal",
)
pytestmark = MARKS


@dataclass
class Hall:
    """A club with one event of every kind in its middle, served."""

    desk: Desk
    site: ClubSite
    url: str
    events: dict[str, int]


def set_up(desk: Desk) -> dict[str, int]:
    """Seats drawn and printed, a night with mistakes on the cards and games that are asked about, playoffs with one
    player missing, companies with one level and one absent."""
    events = {}
    for form, players, games in (
        ("acc-alternate", 6, 4), ("grass-roots", 7, 8), ("acc-cut", 24, 5), ("corporate", 5, 6),
    ):  # fmt: skip
        event = events[form] = desk.create("Dora", f"{form} by the river", form, "2026-11-21", games)
        names = [f"{NAMES[n % 8]} {n}" if n >= 8 else NAMES[n] for n in range(players)]
        desk.enter(event, "Dora", [EntryRow(name, (), f"CA{n}") for n, name in enumerate(names)])
        desk.draw(event, "Dora")
    night = events["grass-roots"]
    lines, _ = write_down(play(desk.evening(night), 3), 3, 0.05)
    for (owner, game), line in lines.items():
        if game <= 7:
            desk.write_line(night, "Dora", owner, game, line)
    desk.write_line(night, "Dora", "1", 2, Line("W", 5, "+"), "12.2.a")
    desk.forfeit(night, "Dora", "4", 8, "11.4")
    desk.float_in(night, "Dora", "3", 8)
    playoffs = events["acc-cut"]
    for (game, one, _), net in play(desk.evening(playoffs), 5).items():
        desk.write_game(playoffs, "Dora", game, one, net)
    desk.start_playoffs(playoffs, "Dora", 5)
    played, missing, *_ = [m for m in desk.evening(playoffs).bracket.rounds()[0] if m.is_ready]
    desk.match(playoffs, "Dora", 0, played.line, played.high or 0)
    desk.await_(playoffs, "Dora", 0, missing.line, missing.low or 0, desk.wall() - 22 * 60)
    companies = events["corporate"]
    desk.absent(companies, "Dora", "5", "no-show")
    for meeting in desk.evening(companies).meetings:
        if meeting.game == 1 and meeting.one != "2A":
            desk.write_scores(companies, "Dora", 1, meeting.one, (121, 80 + int(meeting.one[:-1])))
    desk.level(companies, "Dora", 1, "2A", 98, (4, 4))
    for table, state in (("1", "here"), ("12", "here"), ("30", "gone")):
        desk.store.post(table, "state", {"state": state})
        players = [{"seat": seat, "name": NAMES[n], "score": 88 + n} for n, seat in enumerate("AB")]
        desk.store.post(table, "live", {"state": "playing", "players": players})
    parts = [
        {"part": "eye", "state": "stale", "note": ""},
        {"part": "machine", "state": "degraded", "note": "The disk is getting full (91% full).",
         "code": "disk-filling", "detail": "91% full"},
        {"part": "uplink", "state": "fault",
         "note": "the hub knows other games of this journal, an older copy: enter new games by hand"},
    ]  # fmt: skip
    desk.store.post("12", "health", {"parts": parts, "waiting": 3})
    desk.call("room", "7")
    _ask(desk, night)
    for name in NAMES[:3]:
        desk.put_member("Dora", name, "", "Riverside Pegging Club")
    desk.put_season(
        "Dora", Season(0, "Riverside Pegging Club", (night, playoffs), (12, 9, 7), 1, 2, shown=True)
    )
    alternate = events["acc-alternate"]
    desk.claim(alternate, "1", 1, 12)
    first = next(m for m in desk.evening(alternate).by_owner["1"] if m.game == 2)
    desk.claim(alternate, first.one if first.other == "1" else str(first.other), 2, 31)
    _fees(desk, playoffs)
    _fees(desk, night)
    desk.create_linked(playoffs, "Dora", "consolation", "rest", "Last chance", "acc-cut", games=5)
    desk.store.set_aside(
        "pegwatch/1/12/health", "a health that is none: Expected `array`", b'{"v":1,"parts":9}'
    )
    return events


def _fees(desk: Desk, event: int) -> None:
    """Pools that are paid out already, one that waits, one that was taken off."""
    everybody = list(desk.evening(event).entries)
    for name, way, shares in (
        ("Entry fees", STANDINGS, (50, 30, 20)),
        ("28 hands", HANDS, ()),
        ("Old", HANDS, ()),
    ):
        pool = desk.put_pool(event, "Dora", Pool(0, name, way, 1001, 100, 0, shares, 25))
        desk.set_paid(event, "Dora", pool, everybody, everybody)
        if way == HANDS:
            desk.note_hands(event, "Dora", pool, everybody[2], 2)
    desk.drop_pool(event, "Dora", pool, sure=True)


def _ask(desk: Desk, event: int) -> None:
    """Games of tables with every kind of reason to ask, one of them answered; and sheets that were made."""
    now, names = time.time(), {"A": NAMES[0], "B": NAMES[1]}
    for n, (players, mode, profile, began, target) in enumerate((
        (names, "teaching", "hoyle", now - 86_400, 61), (names, "", "", 0.0, 121),
        (names, "club", "acc-2025", now + 86_400, 121),
        ({"A": NAMES[0], "B": "Bob 99"}, "club", "acc-2025", now, 121), (names, "teaching", "acc-2025", now, 121),
    ), 1):  # fmt: skip
        game = FinishedGame("s", n, n, players, {"A": target, "B": 40}, mode, profile, began)
        desk.keep("7", "s", n, game.body())
    desk.answer_leave(event, "Dora", desk.questions(event)[-1].told.id)
    for each in desk.events():
        desk.printed(each.n, "Dora", "seats")


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with closing(open_store(str(tmp_path_factory.mktemp("hub") / "hub.sqlite"))) as store:
        desk = Desk(store, lambda _order: None)
        site = ClubSite(desk, b"k" * 32, None, "Riverside Pegging Club")
        events = set_up(desk)
        with served(site) as url:
            yield Hall(desk, site, url, events)


@pytest.fixture(scope="module")
def directors(hall: Hall, browser: Browser) -> Iterator[dict[str, Page]]:
    """A director's browser in each language; nothing may go wrong in it or leave the house."""
    hall.site.accounts.put("director", "Dora", PIN)
    troubles: list[str] = []
    contexts: list[BrowserContext] = []
    pages = {}
    for lang in ("en-GB", "fr-FR"):
        context = browser.new_context(locale=lang, viewport={"width": 1280, "height": 900})
        contexts.append(context)
        page = pages[lang[:2]] = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on(
            "request", lambda request: troubles.append(request.url) if hall.url not in request.url else None
        )
        page.goto(f"{hall.url}/login")
        page.locator("input[name=name]").fill("Dora")
        page.locator("input[name=pin]").fill(PIN)
        page.locator("main button.main").click()
        page.wait_for_url(f"{hall.url}/")
    yield pages
    for context in contexts:
        context.close()
    assert troubles == []


PLACES = [
    ("", ""), ("", "room"), ("", "tables"), ("", "login"), ("", "events/99"),
    ("grass-roots", ""), ("grass-roots", "entries"), ("grass-roots", "chart"), ("grass-roots", "games/8"),
    ("grass-roots", "cards"), ("grass-roots", "cards/1"), ("grass-roots", "check"), ("grass-roots", "standings"),
    ("acc-cut", "bracket"), ("acc-cut", "chart"), ("corporate", "entries"), ("corporate", "games/1"),
    ("corporate", "standings"), ("corporate", "cards"), ("corporate", "cards/2A"),
    ("acc-alternate", "entries"), ("acc-alternate", ""), ("acc-cut", ""),
    ("", "members"), ("", "seasons"), ("", "seasons/{season}"), ("", "members/{member}?with={other}"),
    ("acc-alternate", "cards/1/grid"), ("acc-alternate", "links"), ("acc-alternate", "me/1/{code}"),
    ("acc-cut", "money"), ("grass-roots", "money"),
]  # fmt: skip


def at(hall: Hall, event: str, path: str) -> str:
    path = filled(path, hall.desk, hall.events)
    return f"{hall.url}/events/{hall.events[event]}/{path}".rstrip("/") if event else f"{hall.url}/{path}"


def filled(path: str, desk: Desk, events: Mapping[str, int]) -> str:
    """A path with the numbers that are known only once all is set up."""
    members, code = desk.members(), player_code(b"k" * 32, events["acc-alternate"], "1")
    season = desk.seasons()[0].id
    return path.format(member=members[0].id, other=members[1].id, season=season, code=code)


@pytest.mark.parametrize(("event", "path"), PLACES, ids=lambda part: part.replace("/", "-") or "home")
def test_axe_finds_nothing_and_every_width_fits(
    event: str, path: str, hall: Hall, directors: dict[str, Page]
) -> None:
    """Every second page is looked at in French, dark and on a phone; whatever folds up is opened."""
    number = PLACES.index((event, path))
    page = directors[("en", "fr")[number % 2]]
    page.goto(at(hall, event, path))
    page.locator("details").evaluate_all("all => all.forEach((one, n) => { one.open = n < 3 })")
    name = "-".join(filter(None, ("club", event, path.replace("/", "-")))) or "club"
    looked_at = ((1280, "light"), (320, "dark"))[number % 2]
    page.emulate_media(color_scheme=looked_at[1])  # type: ignore[arg-type]
    for width in (1280, 390, 320, 1920, 3840):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width == looked_at[0]:
            keep(page, f"{name}-{width}-{looked_at[1]}")
            assert faults(page) == []


@pytest.mark.parametrize(("locale", "width", "scheme"), [("en-GB", 1280, "light"), ("fr-FR", 320, "dark")])
def test_a_new_hub_is_set_up_by_everybody(
    locale: str, width: int, scheme: str, browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first page over the broker's button to a code for a table, with a keyboard and a reader of screens."""
    monkeypatch.setattr("webui.door.accounts._N", 16)
    with closing(open_store(str(tmp_path / "hub.sqlite"))) as store:
        site = ClubSite(Desk(store), b"k" * 32, None, "Riverside Pegging Club")
        site.broker = FakeBroker()
        with served(site) as url:
            context = browser.new_context(locale=locale, viewport={"width": width, "height": 900})
            page = context.new_page()
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]

            def look(name: str) -> None:
                assert page.evaluate("document.documentElement.scrollWidth") <= width
                page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true })")
                keep(page, f"club-new-{name}-{width}-{scheme}")
                assert faults(page) == []

            page.goto(url)
            page.locator("p.said a").click()
            page.locator("input[name=again]").wait_for()
            look("first")
            for name, text in (("name", "Dora"), ("pin", PIN), ("again", PIN)):
                page.locator(f"main input[name={name}]").fill(text)
            page.locator("main button.main").click()
            page.locator("#join button").wait_for()
            look("broker")
            page.locator("#join button").click()
            page.locator("#join input[name=table]").fill("7")
            page.locator("#join button").click()
            page.locator("p.said[role=status]", has_text=re.compile("[A-Z2-9]{4}-[A-Z2-9]{4}")).wait_for()
            look("code")
            context.close()


def pages_printed(page: Page) -> int:
    page.emulate_media(media="print")
    try:
        return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    finally:
        page.emulate_media(media="screen")


@pytest.mark.parametrize(
    ("event", "path", "most"),
    [
        ("grass-roots", "cards", 2),
        ("corporate", "cards", 2),
        ("grass-roots", "standings", 1),
        ("acc-cut", "chart", 2),
    ],
)
def test_what_is_printed_wastes_no_paper(
    event: str, path: str, most: int, hall: Hall, directors: dict[str, Page]
) -> None:
    page = directors["en"]
    page.goto(at(hall, event, path))
    assert 1 <= pages_printed(page) <= most


@pytest.mark.parametrize("entrants", [12, 100, 256])
def test_13_2_c_every_bracket_is_one_sheet_of_paper(
    entrants: int, hall: Hall, directors: dict[str, Page]
) -> None:
    desk, page = hall.desk, directors["en"]
    event = desk.create("Dora", f"{entrants} entrants", "acc-cut", games=1)
    desk.enter(event, "Dora", [EntryRow(f"Player Longname {n}") for n in range(entrants)])
    desk.draw(event, "Dora")
    seeds = [str(n) for n in range(1, bracket(entrants).numbers.qualifiers + 1)]
    desk.add(event, "Dora", ("seeds", {"seeds": seeds}))
    page.goto(f"{hall.url}/events/{event}/bracket")
    assert page.locator(".match").count() == bracket(entrants).size - 1
    assert pages_printed(page) == 1
