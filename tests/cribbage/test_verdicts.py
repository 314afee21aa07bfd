"""The codes: which of them hold something against a player, and how a verdict prints."""

from __future__ import annotations

from cribbage.log.verdicts import NEUTRAL, Code, Verdict


def test_a_verdict_prints_in_one_line() -> None:
    assert str(Verdict(12.5, Code.OVERPEG, "B", 2)) == "12.5 overpeg B 2"
    assert str(Verdict(3, Code.IMPERFECT_PACK, None, None)) == "3 imperfect-pack"


def test_which_codes_blame() -> None:
    blaming = {code for code in Code if Verdict(0, code, "A", 1).blames}
    assert blaming == set(Code) - NEUTRAL
    assert Code.OVERPEG in blaming
    assert not {Code.SCORED, Code.GAME, Code.UNVERIFIED} & blaming


def test_the_body_has_the_fixed_keys() -> None:
    body = Verdict(1.0, Code.SCORED, "A", 2, {"rule": "8.1"}).body()
    assert body == {"code": "scored", "player": "A", "points": 2, "rule": "8.1"}
