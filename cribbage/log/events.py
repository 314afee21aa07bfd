"""What happened, in the form in which it is kept: the journal stores these and nothing else.

An `Event` has a short kind, a version and a JSON body; kinds are never renamed, bodies are lifted by
version. The stream of one game starts with ``game`` (the log's header: the rule set in force is stored
with it), then every observation as ``seen``, each followed by what the referee made of it:

========  ==========================================================================================
kind      body
========  ==========================================================================================
game      the table log's header (profile, mode, muggins, players, dealer, pegs, options, table) and ``referee``,
          the version of the referee that began it
seen      one observation in log form
deal      ``deal`` (1, 2, ...), ``dealer``
phase     ``phase`` (starter, play, show, over), ``deal``, ``turn`` (player or null: whose act is next),
          ``to`` (what is to be done: ``cut``, ``play``, ``count-hand``, ``count-crib``, ``clear``, ``rule``)
played    ``player``, ``card``, ``count``, ``points``, ``parts`` (list of [name, points])
item      one score item at one step of its life: ``id``, ``what`` (heels, play, hand, crib, penalty),
          ``player``, ``deal``, ``state`` (earned, announced, pegged, closed), ``earned`` (null: not
          seen), ``pegged`` (null: not yet), ``cards``, ``parts``, ``text`` (spoken breakdown),
          ``reason`` (why it closed)
pegs      ``A``: [front, rear], ``B``: [front, rear], ``certain`` (false: more than one explanation)
verdict   ``code``, ``player``, ``points`` and, where they apply, ``rule``, ``item``, ``earned``,
          ``pegged``, ``breakdown``, ``remedy``, ``window``, ``why``; ``withdrawn`` takes back the verdict ``of``
          that was given at ``since``; ``said_t``: when it was said; ``proof``: what other histories say of it
ask       ``about`` (zone, item or ``pegs A``), ``why``, ``question``: the device is unsure and asks
remark    ``about`` (``lead``, ``muggins``, ``over``, ``mixed``, ``time``, ``game``), ``case``, ``rule``,
          ``player`` or null, ``why``: something for which there is no verdict
orders    what remedies and rulings order: ``rule``, ``steps`` (each ``do``, ``rule``, ``ruled`` by judges,
          ``text``, ``done`` and, where they apply, ``player``, ``to``, ``now``, ``points``, ``cards``), ``done``:
          all of them
told      ``about``: an earlier question was answered or no longer matters
time      nothing: time passed up to here without an observation, and what follows came of that
end       nothing: a new game was asked for, so this one was settled as it stood; what follows came of that
referee   another version of it goes on with the game: ``referee`` (which), ``of`` (which it was before)
refused   ``source``, ``body``, ``why``: something reported that is no observation, or cannot be done
masks     ``holes``: the holes that are ignored from now on, all of them (the scoreboard does not care)
call      a step of a judges' call: ``call`` (1, 2, ...), ``what`` (called, joined, answered, wrote, voted, appealed,
          accepted, closed, left, dropped), ``by``, ``judges``, ``matter``, ``about`` (what evidence was shown of),
          ``state``; ``dropped`` (a mistaken call, taken back) has ``caller``, the player who called. ``what`` may be
          ``accounts`` too, with ``did`` and nothing else: a keeper changed an account or a PIN during the game
contacts  how the board's contacts did in the game that has ended: ``scans``, ``bad_scans``, ``faults``,
          ``chatter`` (hole -> how often it changed and went back before it counted)
========  ==========================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened at table time `t` (s since the start of the game)."""

    kind: str
    t: float
    body: Mapping[str, Any]
    version: int = 1
