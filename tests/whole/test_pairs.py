"""Two kinds of blindness at once: nobody is accused for what the two together hid."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from samples import sample

from cribbage.profiles import PROFILES
from cribbage.replay.transcript import replay
from cribbage.sight.contract import LATE_S
from pegwatch.simulated import HONEST, Plants, SimulatedTable, pairgame, pairs
from pegwatch.simulated.blind import (
    AFTER_PEG,
    BOARD,
    DEAD,
    HIDDEN,
    KINDS,
    LATE,
    RESTING,
    SLOW,
    STUCK,
    blinded_by,
)
from pegwatch.simulated.crookedmany import CrookedMany
from pegwatch.simulated.crowd import Crowd
from pegwatch.simulated.manyhanded import FORMS
from pegwatch.simulated.verify import Outcome, compare

ONCE_WRONG = (
    ((LATE, HIDDEN), "hoyle", HONEST, 259),  # a card unread and gone when its peg stood in the game hole
    ((AFTER_PEG, SLOW), "alberta-55plus", HONEST, 502),  # both together later than any eye may be
    ((RESTING, SLOW), "hoyle", Plants(), 20065),  # of the smallest that was too much all was taken back
    ((BOARD, SLOW), "corporate-challenge", Plants(), 20276),  # challenged after a card that came in between
    ((DEAD, STUCK), "corporate-challenge", HONEST, 20017),  # three holes of one track, one of the other
)


SHORT = ("hoyle/2/five-card",)
"""In one game of these hardly anybody does anything wrong."""
MOST_FAULTS = {"acc-2020/2": (1, 4)}
"""In which games; seed 1 is played without muggins. Of the other forms 0 and 4 have most."""


@pytest.mark.slow
def test_under_every_pair_of_blindness_nobody_is_accused_of_what_he_has_not_done() -> None:
    """Another sample than `make proof` plays. Each kind with the next one, so each is in two of the games."""
    neighbours = {frozenset(pair) for pair in zip(KINDS, (*KINDS[1:], KINDS[0]), strict=True)}
    every = {number: pairs.game_of(number) for number in range(90_000, 90_000 + len(pairs.PAIRS))}
    some = [number for number, game in every.items() if frozenset(game.kinds) in neighbours]
    sums = pairs.added_up(pairs.played(sample(some, list(every))))
    total = sums.whole.total
    assert sums.accused == []
    assert {pair for pair, line in sums.pairs.items() if line.games == 1} == {
        every[number].kinds for number in sample(some, list(every))
    }
    assert len(some) == len(KINDS)
    assert len({game.kinds for game in every.values()}) == len(pairs.PAIRS)
    assert sum(total.caught.values()) >= sum(total.planted.values()) / 3
    assert total.judged > total.moves / 2


@pytest.mark.slow
def test_under_mixtures_of_three_to_five_kinds_nobody_is_accused_either() -> None:
    sums = pairs.added_up(pairs.played(range(95_000, 95_000 + sample(8, 30)), mixtures=1.0))
    assert sums.accused == []
    assert set(sums.mixtures) == {3, 4, 5}


@pytest.mark.parametrize(("pair", "book", "players", "seed"), ONCE_WRONG)
def test_games_in_which_somebody_was_once_accused(
    pair: pairs.Pair, book: str, players: Plants, seed: int
) -> None:
    assert pairs.seen_with(pair, book, players, seed).outcome.false == []


def test_every_kind_is_paired_with_every_other() -> None:
    assert len(pairs.PAIRS) == len(KINDS) * (len(KINDS) - 1) // 2
    assert {kind for pair in pairs.PAIRS for kind in pair} == set(KINDS)


def test_two_kinds_that_make_it_late_do_not_add_up_to_more_than_the_contract_says() -> None:
    perfect = SimulatedTable(5, 1, with_scenes=False).as_log(1)
    laid = told_at(perfect)
    under_a_hand, both = (
        told_at(blinded_by(perfect, kinds, 5, 0.5)) for kinds in ((AFTER_PEG,), (AFTER_PEG, SLOW))
    )
    assert laid.keys() == under_a_hand.keys() == both.keys()
    assert all(both[one] <= max(under_a_hand[one], laid[one] + LATE_S) for one in laid)
    assert sum(both[one] > under_a_hand[one] for one in laid) > 10


def told_at(log: list[str]) -> dict[tuple[str, int], float]:
    """When each reading of cards was told, by what was read and the how manieth time."""
    found: dict[tuple[str, int], float] = {}
    for body in map(json.loads, log[1:]):
        if "cards" in body:
            cards = json.dumps(body["cards"])
            found[cards, sum(one == cards for one, _ in found)] = body["t"]
    return found


def seen(number: int, *false: str) -> pairs.Seen:
    game = pairs.game_of(number)
    return pairs.Seen(game, Outcome(moves=4, judged=3, false=list(false)))


def test_the_table_names_each_pair_and_anyone_accused() -> None:
    said: list[str] = []
    sums = pairs.added_up([seen(0, "t 3: overpeg A 2"), seen(0)])
    assert not pairs.report(sums, said.append)
    assert said[1].split()[-7:] == ["2", "1", "0", "0", "0", "8", "75.0%"]
    assert said[-1] == f"falsely accused: {pairs.game_of(0).name}: t 3: overpeg A 2"


def test_the_numbers_are_printed_with_the_names_of_the_accused_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "play", lambda n, **_: seen(n, "x"))
    done = CliRunner().invoke(pairs.main, ["--games", "2", "--json"])
    assert done.exit_code == 1
    body = json.loads(done.stdout)
    assert body["all"]["games"] == body["all"]["accused"] == 2
    assert [one["game"] for one in body["accused"]] == [pairs.game_of(n).name for n in range(2)]
    assert {" + ".join(pairs.game_of(n).kinds) for n in range(2)} == set(body["pairs"])


def test_a_game_is_played_again_by_its_name(tmp_path: Path) -> None:
    game = next(game for n in range(100) if (game := pairs.game_of(n)).form == "hoyle/3/61")
    log = tmp_path / "game.jsonl"
    result = CliRunner().invoke(pairs.main, ["--game", game.name, "--log", str(log)])
    assert result.exit_code == 0, result.output
    assert replay(log.read_text(encoding="utf-8").splitlines()).header.options == {"target": 61}
    assert pairgame.named(game.name) == game


@pytest.mark.parametrize("form", FORMS)
def test_crooked_players_of_every_form_are_judged_right_where_all_is_seen(form: str) -> None:
    caught = 0
    turn = [*FORMS].index(form) % 3
    for seed in sample((0, 1, 2) if form in SHORT else (turn,), (0, 1, 2)):
        muggins = PROFILES[FORMS[form].book].muggins and seed != 1
        game = CrookedMany(seed, FORMS[form], replace(Plants(), tap_go=0.5), muggins=muggins)
        game.play()
        outcome = compare(game.truth, replay(game.log).verdicts)
        assert outcome.false == []
        assert outcome.judged > 0.95 * outcome.moves  # a card may have been told late: not every one is sure
        caught += sum(outcome.caught.values())
    assert caught


@pytest.mark.parametrize("form", FORMS)
def test_false_claims_lost_heels_and_faults_of_rule_8_are_found_in_every_form(form: str) -> None:
    planted, caught = Counter[str](), Counter[str]()
    for seed in sample(MOST_FAULTS.get(form, (0, 4)), (0, 1, 2, 3, 4)):
        muggins = PROFILES[FORMS[form].book].muggins and seed != 1
        often = replace(Plants(), tap_go=0.5, false_claim=1.0, heels_lost=0.5, peg_faults=0.3)
        game = Crowd(seed, FORMS[form], often, muggins=muggins)
        game.play()
        outcome = compare(game.truth, replay(game.log).verdicts)
        assert outcome.false == []
        assert sum(game.score.values()) > FORMS[form].target
        planted += Counter(outcome.planted)
        caught += Counter(outcome.caught) + Counter(outcome.unsure)
    of_rule_8 = ("false-claim", "heels-forfeit", "wrong-track", "front-peg-removed", "both-pegs-removed")
    assert [planted[code] for code in of_rule_8] == [caught[code] for code in of_rule_8]
    assert any(planted[code] for code in of_rule_8)


def test_8_8_of_three_a_peg_may_stand_in_either_of_the_other_tracks() -> None:
    found = Counter[str]()
    for seed in (187, 367):
        game = Crowd(seed, FORMS["hoyle/3"], Plants(tap_go=0.5, heels_lost=0.3, peg_faults=0.1))
        game.play()
        found += Counter(compare(game.truth, replay(game.log).verdicts).caught)
    assert found["wrong-track"] == 4


def test_the_command_ends_with_one_where_somebody_was_accused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "play", lambda n, **_: seen(n, *["x"] * (n % 2)))
    assert CliRunner().invoke(pairs.main, ["--games", "1"]).exit_code == 0
    assert CliRunner().invoke(pairs.main, ["--games", "2"]).exit_code == 1


@pytest.mark.parametrize(
    "wrong",
    [
        ["--pair", "unread"],
        ["--pair", "unread + blue"],
        ["--game", "a game"],
        ["--game", "table hoyle/3 plain honest 1: unread"],
        ["--game", "many hoyle/3 plain honest 1: blue"],
        ["--mixtures", "2"],
        ["--log", "somewhere.jsonl"],
    ],
)
def test_what_is_no_pair_and_no_game_is_refused_in_one_line(wrong: list[str]) -> None:
    result = CliRunner().invoke(pairs.main, ["--games", "1", *wrong])
    assert result.exit_code == 2
    assert result.output.count("Error: ") == 1


def test_a_file_that_cannot_be_written_is_said_in_one_line(tmp_path: Path) -> None:
    game, log = pairs.game_of(0).name, tmp_path / "none" / "a.jsonl"
    result = CliRunner().invoke(pairs.main, ["--game", game, "--log", str(log)])
    assert result.exit_code == 1
    assert "cannot be written" in result.output


@pytest.mark.parametrize("wrong", [["--jobs", "0"], ["--games", "0"], ["--jobs", "two"]])
def test_no_games_and_no_processes_are_refused_in_one_line(wrong: list[str]) -> None:
    result = CliRunner().invoke(pairs.main, wrong)
    assert result.exit_code == 2
    assert "Error: Invalid value for" in result.output


@pytest.mark.parametrize(
    "name",
    [
        "rules corporate-challenge/2 plain crooked 80020: "
        "read late + read after its peg + sticking contacts + place hidden",
        "rules hoyle/2 muggins crooked 81185: "
        "read late + camera covered + read after its peg + hand on the cards + words not tapped",
    ],
)
def test_no_eye_tells_cards_that_have_long_been_taken_up(name: str) -> None:
    """One kind of blindness delays them, another tells again what it knows last: by then the next deal lies there."""
    game = pairgame.named(name)
    lines = pairgame.play_game(replace(game, kinds=())).lines
    lay = [body for body in map(json.loads, lines) if "cards" in body]
    for body in map(json.loads, blinded_by(list(lines), game.kinds, game.seed)):
        told = body.get("cards")
        if not told or not told["seen"]:
            continue
        here = [one for one in lay if one["cards"]["zone"] == told["zone"] and one["t"] <= body["t"]]
        late = [one for one in here if one["t"] > body["t"] - LATE_S]
        last = here[: len(here) - len(late)][-1:]  # what lay there as long ago as an eye may be late
        assert told["seen"] in [one["cards"]["seen"] for one in (*last, *late)]
    assert pairgame.play_game(game).outcome.false == []
