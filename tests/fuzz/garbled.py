"""Requests that no browser sends: wrong and doubled lines, paths, lengths, chunks, and bytes of any kind."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from mutate import mutant

LONGEST: Final = 60_000
"""Bytes of an input: what the kernel takes at once."""
LINES: Final = (
    b"Host: localhost",
    b"Host: evil.example",
    b"Host:",
    b"Host: [::1",
    b"Host: a:99999",
    b"Content-Length: 5",
    b"Content-Length: -1",
    b"Content-Length: 5, 6",
    b"Content-Length: 1e9",
    b"Content-Length: \xb2",
    b"Content-Length: 0x10",
    b"Content-Length: " + b"9" * 400,
    b"Content-Length : 5",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: gzip, chunked",
    b"Transfer-Encoding: \x0bchunked",
    b"Transfer-Encoding : chunked",
    b"Expect: 100-continue",
    b"Connection: close, upgrade",
    b"Upgrade: websocket",
    b"X-A: " + b"x" * 20_000,
    b"X-A: \x00",
    b" folded: line",
    b"no colon",
    b": empty",
    b"\x80\xff: \xff",
    b"Cookie: pegwatch=\xff\xfe; pegwatch-hub=\x00",
    b"Cookie: " + b"a=b; " * 2000,
    b'Cookie: pegwatch="\\777"; =; ;;',
    b"Cookie: pegwatch=" + "é\u202e".encode(),
    b"Origin: http://[::1",
    b"Origin: null",
    b"Origin: http://localhost:99999999",
    b"Referer: http://[",
    b"Range: bytes=-1,5-2,999999999999999999999-",
    b'If-None-Match: W/"\xff',
    b"If-Modified-Since: Mon, 99 Xxx 0",
    b"Accept-Language: " + b"fr;q=9e999," * 400,
    b"Accept-Language: \xff;q=nan",
    b"Accept: */*;q=-1",
    b"Last-Event-ID: 9e99",
    b"X-Forwarded-For: [",
    b"X-Forwarded-Host: [::",
    b"X-Forwarded-Proto: \xff",
    b'Forwarded: for="[',
    b"Authorization: Digest \xff",
    b"Content-Type: multipart/form-data",
    b"Content-Type: multipart/form-data; boundary=" + b"b" * 5000,
    b"Content-Type: application/json; charset=\xff",
    b"Content-Type: text/plain; charset=utf-7",
    b"Content-Encoding: gzip",
    b"If-Range: \x01",
    b"X-CSRF-Token: \xe9",
)
PATHS: Final = (
    b"*",
    b"",
    b"//",
    b"/\x00",
    b"/%00",
    b"/%ff%fe",
    b"/%",
    b"/%c0%ae%c0%ae/",
    b"/static/../page.key",
    b"/static/%2e%2e/%2e%2e/page.key",
    b"/games/" + b"9" * 400,
    b"/games/-1",
    b"/games/1%0d%0aX:1",
    b"http://evil.example/",
    b"http://[::1/",
    b"localhost:80",
    b"/?" + b"a=b&" * 3000,
    b"/games?of=%ff%00",
    b"/\xff\xfe",
    b"/;/../",
    b"/events/99999999999999999999",
    b"/events/1/cards/%00",
    b"/evidence/%2e%2e.jpg",
    b"/" + b"a/" * 7000,
    b"/api/v1/discards?cards=" + b"5H," * 2000,
    b"/#?#",
    b"//evil.example/%2f..",
    b"/overlay?theme=%ud800",
    b"/api/v1/games?of=" + "é".encode(),
)
_CHUNKS: Final = (
    b"5\r\nabc",
    b"-1\r\n",
    b"ffffffffffffffffff\r\n",
    b"0\r\nX: y\r\n\r\n",
    b"5;x=\x00\r\nabcde\r\n",
    b"\r\n",
    b"g\r\n",
    b"0x5\r\nabcde\r\n",
)


_WORDS: Final = (b"BREW", b"HEAD", b"OPTIONS", b"HTTP/9.9", b"HTTP/1.0", b"", b"\x00", b"g" * 5000)


def garbled(seeds: Sequence[bytes], number: int) -> bytes:
    """The input of this number: a request with lines, paths, chunks and bytes that no browser sends."""
    chance = random.Random(number)
    text = seeds[number % len(seeds)]
    for _ in range(chance.choice((1, 1, 2, 3))):
        text = chance.choice(_WAYS)(text, seeds, chance)
    return text[:LONGEST] if chance.random() < 0.9 else text[: chance.randrange(min(len(text), LONGEST) + 1)]


def _line(text: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    head, gap, body = text.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    at = chance.randrange(1, len(lines) + 1)
    lines[at : at + chance.choice((0, 0, 1))] = [chance.choice(LINES)] * chance.choice((1, 1, 2))
    return chance.choice((b"\r\n", b"\r\n", b"\r\n", b"\n", b"\r")).join(lines) + gap + body


def _path(text: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    first, gap, rest = text.partition(b"\r\n")
    words = first.split(b" ")
    if len(words) == 3 and chance.random() < 0.8:
        words[1] = chance.choice(PATHS)
    else:
        words[chance.randrange(len(words))] = chance.choice(
            (b"BREW", b"HEAD", b"OPTIONS", b"HTTP/9.9", b"HTTP/1.0", b"", b"\x00", b"g" * 5000)
        )
    return b" ".join(words) + gap + rest


def _chunk(text: bytes, _: Sequence[bytes], chance: random.Random) -> bytes:
    head, gap, body = text.partition(b"\r\n\r\n")
    return head + gap + chance.choice(_CHUNKS) + (body if chance.random() < 0.5 else b"")


def _behind(text: bytes, seeds: Sequence[bytes], chance: random.Random) -> bytes:
    return text + chance.choice(seeds)


def _any_bytes(text: bytes, seeds: Sequence[bytes], chance: random.Random) -> bytes:
    return mutant([text, *seeds], chance.randrange(10**9) * (len(seeds) + 1))


_WAYS: Final[tuple[Callable[[bytes, Sequence[bytes], random.Random], bytes], ...]] = (
    _line,
    _line,
    _line,
    _path,
    _path,
    _chunk,
    _behind,
    _any_bytes,
)
