"""KiCad's file form: nested lists in round brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

Node: TypeAlias = "str | list[Node]"
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|[^\s()]+')


def parse(text: str) -> list[Node]:
    """The one list that a text holds; strings keep their quotes."""
    stack: list[list[Node]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    first = stack[0][0]
    if len(stack) != 1 or isinstance(first, str):
        raise ValueError("not one list in round brackets")
    return first


def dump(node: Node) -> str:
    """A list as text, on one line."""
    return node if isinstance(node, str) else "(" + " ".join(map(dump, node)) + ")"


def children(node: Node, name: str) -> Iterator[list[Node]]:
    """The lists directly inside a list that begin with a name."""
    for child in node:
        if isinstance(child, list) and child and child[0] == name:
            yield child


def text(node: Node) -> str:
    """A string without its quotes."""
    if not isinstance(node, str):
        raise ValueError(f"not a string: {dump(node)[:60]}")
    return node.strip('"')


def quoted(value: str) -> str:
    """A string in quotes."""
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
