"""Hundreds of tests build an application of their own, with the same templates and the same addresses: each is
compiled once in a process. (Werkzeug writes and compiles two functions for an address, most of what an application
costs.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from flask import Flask
from jinja2.bccache import Bucket, BytecodeCache
from werkzeug.routing import Rule

_compile = Rule._compile_builder
_builders: dict[Hashable, Callable[..., tuple[str, str]]] = {}


class _Templates(BytecodeCache):
    """Compiled templates by name and source."""

    def __init__(self) -> None:
        self._code: dict[tuple[str, str], object] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        bucket.code = self._code.get((bucket.key, bucket.checksum))  # type: ignore[assignment]

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._code[bucket.key, bucket.checksum] = bucket.code


def _builder(rule: Rule, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
    """What is compiled does not know its rule, it is handed it: it serves every rule that is written the same."""
    defaults = tuple(sorted((rule.defaults or {}).items()))
    key: Any = rule.rule, tuple(rule._trace), defaults, append_unknown
    if key not in _builders:
        _builders[key] = _compile(rule, append_unknown)
    return _builders[key]


def compile_once() -> None:
    """From now on, in this process."""
    Flask.jinja_options = {**Flask.jinja_options, "bytecode_cache": _Templates()}
    Rule._compile_builder = _builder  # type: ignore[method-assign]


def compile_all(app: Flask) -> None:
    """Every template now: processes that are forked from this one have them."""
    for name in app.jinja_env.list_templates():
        if name.endswith(".html") and "/" not in name:  # those of the club are another application's
            app.jinja_env.get_template(name)
