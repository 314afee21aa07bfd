"""Every kind of event walked in a real browser as a director walks it, from the entry list to the last result, with
nothing but what stands on the pages: keys, fields, links. Pictures of what is met are kept by `make screens`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from chromium import MARKS
from halls import PIN, served
from playwright.sync_api import Browser, Page, expect
from screens import keep

from club.charts import Meeting
from club.desk import Desk
from club.evening import Evening
from club.store import open_store
from webui.club.site import ClubSite

pytestmark = MARKS
PHONE, TABLET, WALL = (390, 844), (820, 1180), (1920, 1080)
FILL = """rows => rows.forEach(row => Object.entries(row).forEach(([name, value]) => {
  const all = [...document.getElementsByName(name)];
  if (all[0].type === "radio") all.find(one => one.value === value).checked = true; else all[0].value = value;
}))"""
NAMES = ["Ann", "Bob", "Cy", "Dee", "Éloïse", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max"]


class Walk:
    """A director with a browser, and an event."""

    def __init__(self, page: Page, desk: Desk, url: str) -> None:
        self.page, self.desk, self.url = page, desk, url
        self.event = 0

    @property
    def evening(self) -> Evening:
        return self.desk.evening(self.event)

    def go(self, path: str = "") -> None:
        self.page.goto(f"{self.url}/events/{self.event}{path}" if self.event else self.url)

    def key(self, name: str | re.Pattern[str]) -> None:
        """Press a key or a link by what stands on it, and wait for the page that it leads to: what a click waits for
        has come, but may still be empty."""
        found = self.page.locator("main button:visible, main a:visible").filter(has_text=name).first
        found.click()
        self.page.wait_for_load_state()

    def said(self, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator("p.said[role=status]")).to_contain_text(text)

    def begin(self, form: str, names: list[str], games: int = 0, drawn: bool = True) -> None:
        """A new event, its entry list from a file, the seats by lot."""
        self.event = 0
        self.go()
        self.page.locator("input[name=name]").fill(f"{form} by the river")
        self.page.locator(f"input[name=format][value={form}]").check()
        if games:
            self.page.locator("input[name=games]").fill(str(games))
        self.key("Create event")
        self.event = self.desk.events()[0].n
        self.key("Entries")
        rows = "Name\n" + "\n".join(names)
        self.page.locator("input[type=file]").set_input_files(
            {"name": "list.csv", "mimeType": "text/csv", "buffer": rows.encode()}
        )
        self.key("Import")
        self.key(f"Take these {len(names)}")
        self.said(f"{len(names)} entries taken.")
        if form != "free" and drawn:
            self.key("Random seating")
            self.said("The seats are drawn.")

    def play(self, net: Callable[[int, str], int], look: str = "") -> None:
        """Every result of every game: the first two and the last from the pages, all tables filled in, written down,
        and on by the key that is offered; those between come from the desk. `net`: what the first of the two wins by
        (game, who); `look` keeps a picture."""
        self.go()
        self.key(f"Enter game {self.evening.game_now}")
        while True:
            game = self.evening.game_now
            expect(self.page.locator("h1")).to_have_text(f"Enter game {game}")
            self.page.wait_for_load_state()
            self.page.evaluate(FILL, [self.fields(m.one, net(game, m.one)) for m in self.missing(game)])
            if look and game == 1:
                self.pictures(f"{look}-results")
            self.key("Save all")
            self.said("written down.")
            expect(self.page.locator("main")).to_contain_text(f"Game {game} is in from every table.")
            following = self.page.locator("main .key.main, main button.main").first
            if self.evening.format.chart == "winners-stay" and game < self.evening.games:
                following.click()
                self.said("The next game is seated.")
                self.go(f"/games/{game + 1}")
                continue
            if not self.evening.missing:
                return
            if game > 1:
                for between in range(game + 1, len(self.evening.chart)):
                    for m in self.missing(between):
                        self.write(m.one, between, net(between, m.one))
                self.go()
                following = self.page.locator("main .key.main").first
            following.click()

    def missing(self, game: int) -> list[Meeting]:
        return [m for m in self.evening.missing if m.game == game]

    def write(self, one: str, game: int, net: int) -> None:
        if self.evening.format.record == "scores":
            self.desk.write_scores(
                self.event, "Dora", game, one, (121, 121 - net) if net > 0 else (121 + net, 121)
            )
        else:
            self.desk.write_game(self.event, "Dora", game, one, net)

    def fields(self, one: str, net: int) -> dict[str, str]:
        if self.evening.format.record == "scores":
            scores = (121, 121 - net) if net > 0 else (121 + net, 121)
            return {f"one_score-{one}": str(scores[0]), f"other_score-{one}": str(scores[1])}
        return {f"winner-{one}": "one" if net > 0 else "other", f"spread-{one}": str(abs(net))}

    def announce(self, look: str = "") -> None:
        self.go("/standings")
        self.key("Announce the standings")
        self.said("Everybody can see the standings now.")
        if look:
            self.pictures(f"{look}-standings")

    def pictures(self, name: str) -> None:
        """Phone, tablet, wall: nothing runs over the edge, and every key is big enough for a thumb."""
        for width, height in (PHONE, TABLET, WALL):
            self.page.set_viewport_size({"width": width, "height": height})
            assert self.page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
            small = self.page.evaluate(
                "[...document.querySelectorAll('main button, main a.key, main summary')].filter("
                "e => e.offsetParent && e.getBoundingClientRect().height < 38).map(e => e.outerHTML.slice(0, 120))"
            )
            assert small == [], (name, width)
            keep(self.page, f"walk-{name}-{width}")


@pytest.fixture(scope="module")
def walk(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Walk]:
    """One server and one logged-in browser for all walks; nothing may go wrong in it or leave the house."""
    folder: Path = tmp_path_factory.mktemp("hub")
    with closing(open_store(str(folder / "hub.sqlite"))) as store:
        desk = Desk(store, lambda _order: None)
        site = ClubSite(desk, b"k" * 32, None, "Riverside Pegging Club")
        site.accounts.put("director", "Dora", PIN)
        with served(site) as url, closing(browser.new_context(locale="en-GB")) as context:
            troubles: list[str] = []
            page = context.new_page()
            page.set_default_timeout(60_000)
            page.on("pageerror", lambda error: troubles.append(str(error)))
            page.on("request", lambda one: None if url in one.url else troubles.append(one.url))
            page.on("response", lambda one: troubles.append(one.url) if one.status >= 400 else None)
            page.goto(f"{url}/login")
            page.locator("input[name=name]").fill("Dora")
            page.locator("input[name=pin]").fill(PIN)
            page.locator("main button.main").click()
            yield Walk(page, desk, url)
            assert troubles == []


def by_number(game: int, one: str) -> int:
    """Results that separate everybody: the lower number mostly wins."""
    number = int(re.sub(r"\D", "", one))
    return (7 + 3 * number + game) % 40 + 1 if (game + number) % 3 else -((11 * number + game) % 30 + 1)


def test_a_grass_roots_night_of_nine_games(walk: Walk) -> None:
    walk.begin("grass-roots", NAMES[:5])
    walk.pictures("grass-roots-entries")
    walk.play(by_number, "grass-roots")
    assert sorted(len(lines) for lines in walk.evening.lines.values()) == [7, 7, 7, 7, 8]
    walk.announce("grass-roots")
    ranked = walk.page.locator("table.standings tbody tr td:nth-child(2) b").all_inner_texts()
    assert ranked == [walk.evening.name_of(owner) for owner in walk.evening.ranking.order]


@pytest.mark.parametrize("form", ["acc-cut", "acc-alternate"])
def test_acc_qualifying_with_cross_checking_to_the_final_of_the_playoffs(form: str, walk: Walk) -> None:
    look = form if form == "acc-cut" else ""
    walk.begin(form, NAMES, games=3 if form == "acc-cut" else 2)
    walk.go("/chart")
    assert walk.page.locator(".deals").count() == (12 if form == "acc-alternate" else 0)
    walk.play(by_number, look)
    if form == "acc-cut":
        cross_checked(walk)
    walk.announce(look)
    walk.go("/bracket")
    walk.key("Draw the bracket")
    walk.said("Announce the low qualifying score first")
    if look:
        walk.pictures(f"{look}-bracket")
    while walk.evening.bracket.champion(walk.evening.winners) is None:
        ready = next(
            m for each in walk.evening.bracket.rounds(walk.evening.winners) for m in each if m.is_ready
        )
        place = "".join(
            f":has(input[name={key}][value='{getattr(ready, key)}'])" for key in ("round", "line")
        )
        walk.page.locator(f"form{place}:has(button[aria-label])").first.locator("button").click()
        walk.said("Noted.")
    expect(walk.page.locator(".champion")).to_contain_text("wins the tournament")


def cross_checked(walk: Walk) -> None:
    """A qualifier's card says two points more than the other's: found, settled by 12.2.a, and all agree."""
    low = walk.evening.ranking.order[0]
    game, written = next((g, w) for g, w in walk.evening.lines[low].items() if w.line.result == "W")
    walk.go(f"/cards/{low}")
    walk.page.locator('form[action$="/do/line"] select[name=game]').select_option(str(game))
    walk.page.locator("input[name=result][value=W]").check()
    walk.page.locator("form[action$='/do/line'] input[name=spread]").fill(str(written.line.spread + 2))  # type: ignore[operator]
    walk.page.locator("input[name=column][value='+']").check()
    walk.page.locator('form[action$="/do/line"] input[name=why]').fill("as the paper has it")
    walk.key("Save")
    walk.said("Written on the card.")
    walk.go("/check")
    walk.pictures("acc-cut-check")
    expect(walk.page.locator("li.pair")).to_have_count(1)
    walk.key("Write this on the cards")
    walk.said("Written on the cards")
    expect(walk.page.locator("main")).to_contain_text("All cards agree.")


@pytest.mark.parametrize(("form", "games"), [("alberta-round-robin", 3), ("alberta-provincial", 6)])
def test_alberta_round_robins_to_the_winner(form: str, games: int, walk: Walk) -> None:
    walk.begin(form, NAMES[:4])
    walk.play(by_number, form)
    assert len(walk.evening.scores) == 2 * games
    walk.go("/games/1")
    walk.page.locator("details.more summary").first.click()
    walk.page.locator("details[open] input[name=other_score]").fill("60")
    walk.page.locator("details[open] input[name=one_score]").fill("121")
    walk.page.locator("details[open] input[name=why]").fill("typed wrongly")
    walk.key("Save")
    walk.said("Written on both cards.")
    walk.announce()
    assert walk.page.locator("table.standings tbody tr").count() == 4


def test_corporate_pairs_with_a_tie_at_time_and_a_company_that_does_not_come(walk: Walk) -> None:
    walk.begin("corporate", ["Acme", "Bolt", "Crane", "Drill"])
    walk.go("/entries")
    row = walk.page.locator("tr", has_text="Drill")
    row.locator("summary").last.click()
    row.get_by_role("button", name="did not come").click()
    walk.said("121 to 0")
    walk.go("/games/1")
    walk.page.locator("li.result details summary").first.click()
    for name, value in (("score", "98"), ("one_cribs", "4"), ("other_cribs", "4")):
        walk.page.locator(f"details[open] input[name={name}]").fill(value)
    walk.key("What now?")
    walk.pictures("corporate-level")
    walk.key("had it")
    walk.said("won by one point")
    walk.play(by_number)
    walk.announce("corporate")
    assert walk.page.locator("table.standings").inner_text().count("Drill") == 1


@pytest.mark.parametrize(
    ("form", "games"),
    [
        ("doubles-round-robin", 0),
        ("doubles-captains", 2),
        ("doubles-odd-even", 2),
        ("doubles-winners-stay", 3),
    ],
)
def test_app_b_doubles_in_each_rotation(form: str, games: int, walk: Walk) -> None:
    walk.begin(form, ["Aces", "Bees", "Crows", "Ducks", "Elks"], games)
    walk.play(by_number, form if form == "doubles-winners-stay" else "")
    assert len(walk.evening.chart) == (games or 5)
    walk.announce()
    assert walk.page.locator("table.standings tbody tr").count() == 5


def test_free_play(walk: Walk) -> None:
    walk.begin("free", NAMES[:3])
    walk.go()
    for winner, loser, spread in (("1", "2", "12"), ("3", "1", "33")):
        walk.page.locator("select[name=winner]").select_option(winner)
        walk.page.locator("select[name=loser]").select_option(loser)
        walk.page.locator("form[action$='/do/free'] input[name=spread]").fill(spread)
        walk.key("Save")
        walk.said("Written on both cards.")
    walk.pictures("free")
    walk.announce()
    assert walk.page.locator("table.standings tbody tr td:nth-child(2) b").all_inner_texts() == [
        "Cy",
        "Ann",
        "Bob",
    ]


def test_what_is_wrong_at_one_table_is_said_and_the_others_are_written_down(walk: Walk) -> None:
    walk.begin("grass-roots", NAMES[:6])
    walk.go("/games/1")
    first, second, third = (m.one for m in walk.evening.missing if m.game == 1)
    rows = [walk.fields(first, 12), {f"spread-{second}": "9"}, walk.fields(third, 300)]
    walk.page.evaluate(FILL, rows)
    walk.key("Save all")
    walk.said("1 table written down. These not")
    lines = walk.page.locator(".wrong-lines li").all_inner_texts()
    assert [line.split(maxsplit=2)[:2] for line in lines] == [["Table", "2"], ["Table", "3"]]
    assert "Say who won." in lines[0]
    assert "between 1 and 121" in lines[1]
    walk.key("Save all")
    walk.said("No table is filled in.")


def test_a_name_corrected_an_entry_struck_and_the_paper_for_it(walk: Walk) -> None:
    walk.begin("grass-roots", [*NAMES[:4], "Nobody"], drawn=False)
    walk.page.locator("tr", has_text="Nobody").locator("summary").first.click()
    walk.page.locator("tr", has_text="Nobody").locator("input[name=sure]").check()
    walk.key("Strike Nobody from the list")
    walk.said("Struck from the list.")
    walk.key("Random seating")
    walk.page.locator("tr", has_text="Cy").locator("summary").first.click()
    walk.page.locator("details[open] input[name=name]").fill("Cyril")
    walk.key("Fix")
    walk.said("Fixed.")
    expect(walk.page.locator("main")).to_contain_text("Cyril")
    walk.go("/chart")
    link = walk.page.locator("a[href$='chart.pdf']").get_attribute("href")
    assert walk.page.request.get(f"{walk.url}{link}").body().startswith(b"%PDF")
