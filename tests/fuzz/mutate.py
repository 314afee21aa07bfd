"""Inputs that nobody means, made from inputs that somebody did: the same seed makes the same ones."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Final

from hostile import HOSTILE, places, with_at

TOKENS: Final = tuple(
    text.encode("utf-8", "surrogatepass")
    for text in (
        "9" * 400, "-1", str(2**70), "1e999", "NaN", "-Infinity", "null", "true", "[]", "{}", '""', '"\\ud800"',
        "\ud800", "0x10", "1_0",
        "\x00", "\u202e", "[" * 3000, '{"a":' * 1500, '"' + "x" * 9000 + '"', "\r\n", "https://[::1", '"v": 1,',
        "0.0000001", '{"A": {}}', "\ufeff", "'", "=", "]", "[page]\n", "[[place]]\n",
    )
)  # fmt: skip
LONGEST: Final = 120_000
_PAGE: Final = 4096


def mutants(seeds: Sequence[bytes], count: int, start: int = 0) -> Iterator[bytes]:
    """So many inputs; each depends on its number only, so one that was found can be made again alone."""
    for number in range(start, start + count):
        yield mutant(seeds, number)


def mutant(seeds: Sequence[bytes], number: int) -> bytes:
    """The input of this number."""
    chance = random.Random(number)
    text = seeds[number % len(seeds)]
    if chance.random() < 0.4:
        text = _another_value(text, chance)
    for _ in range(chance.choice((0, 1, 1, 2, 4))):
        text = _bytes(text, seeds, chance)
    return text[:LONGEST]


def pages_spoilt(seeds: Sequence[bytes], number: int) -> bytes:
    """A file of SQLite with bytes changed in it: anywhere, or where a page says what it is and where its rows lie."""
    chance = random.Random(number)
    spoilt = bytearray(seeds[number % len(seeds)])
    for _ in range(chance.choice((1, 1, 3, 20))):
        page = chance.randrange(len(spoilt) // _PAGE) * _PAGE
        at = chance.choice(
            (chance.randrange(len(spoilt)), page + chance.randrange(24), chance.randrange(100))
        )
        length = chance.choice((1, 1, 4, 64, 512))
        spoilt[at : at + length] = chance.choice((bytes(length), b"\xff" * length, chance.randbytes(length)))
    return bytes(spoilt[: chance.choice((len(spoilt), len(spoilt), chance.randrange(len(spoilt))))])


def _another_value(text: bytes, chance: random.Random) -> bytes:
    """A value of a line of JSON put in place of another."""
    lines = text.split(b"\n")
    at = chance.randrange(len(lines))
    try:
        body = json.loads(lines[at])
    except (ValueError, RecursionError):
        return text
    found = with_at(body, chance.choice(list(places(body))), chance.choice(HOSTILE))
    try:
        lines[at] = json.dumps(found).encode("utf-8", "surrogatepass")
    except ValueError:  # a number longer than Python writes
        lines[at] = b'{"t": ' + b"9" * 5000 + b"}"
    return b"\n".join(lines)


def _bytes(text: bytes, seeds: Sequence[bytes], chance: random.Random) -> bytes:
    at = chance.randrange(len(text) + 1)
    end = min(len(text), at + chance.choice((1, 1, 2, 8, 64)))
    kind = chance.randrange(6)
    if kind == 0 and at < len(text):
        return text[:at] + bytes([text[at] ^ (1 << chance.randrange(8))]) + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[end:]
    if kind == 2:
        return text[:at] + text[at:end] * chance.choice((2, 3, 50)) + text[end:]
    if kind == 3:
        other = chance.choice(seeds)
        return text[:at] + other[chance.randrange(len(other) + 1) :]
    if kind == 4:
        return text[:at] + chance.randbytes(chance.choice((1, 2, 9))) + text[at:]
    return text[:at] + chance.choice(TOKENS) + text[end:]
