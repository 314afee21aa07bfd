"""Files that people write, decoded to declared shapes: what does not fit is named as a person would name it.

A shape is a frozen dataclass or a msgspec Struct whose types hold the bounds (`msgspec.Meta`). msgspec decodes; of
the place at which it stops, `Unfit` tells key, value and what is right there, with the nearest right word for a
mistyped one. Of a type's `Meta`, `description` is what a field means, `title` what is expected there in words, and of
`extra` ``choices`` are the texts that it may be, ``why_not`` a function that says what is wrong with a text ("":
nothing).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect

Shape = TypeVar("Shape")
At: TypeAlias = tuple[str | int, ...]
"""The way to a table or list: keys, and numbers of entries from 0."""
Fault: TypeAlias = Literal["unknown", "missing", "kind", "range", "choice", "text", "rule"]

_WHERE: Final = re.compile(r" - at `(?:key` in `)?\$([^`]*)`$")
_STEP: Final = re.compile(r"\.(\w+)|\[(\d+)\]|\[(\.\.\.)\]")
_RANGE: Final = re.compile(r"Expected `(?:int|float)` [<>]|\w+(?: value)? out of range")
_SHOWN: Final = 60
_HUGE: Final = 10**40


class NotToml(ValueError):
    """A text that is no TOML; the message says why, in one line."""


class Unfit(ValueError):
    """One thing in a file that does not fit its shape.

    `at` is the way to its table, `key` its name there and `value` what it is. `fault`: ``unknown`` or ``missing``:
    the key; ``kind``, ``range``, ``choice``, ``text``: the value is of another kind, out of its bounds, none of the
    words it may be, no fitting text; ``rule``: `right` says what is wrong. Else `right` says what is expected.
    `known`: the words there are, of keys or choices.
    """

    def __init__(
        self, at: At, key: str | int, value: object, fault: Fault, right: str, known: tuple[str, ...] = ()
    ) -> None:
        self.at, self.key, self.value, self.fault, self.right, self.known = (
            at,
            key,
            value,
            fault,
            right,
            known,
        )
        super().__init__(f"{key}: {right}")

    @property
    def named(self) -> str:
        """The key; of an entry of a list, the list's name and the entry's number from 1."""
        return f"{self.at[-1]} {self.key + 1}" if isinstance(self.key, int) and self.at else str(self.key)

    def hint(self, otherwise: str = "there are", form: str = "{}") -> str:
        """The nearest right word, or all of them."""
        near = get_close_matches(str(self.key if self.fault == "unknown" else self.value), self.known, n=1)
        return (
            f"did you mean {near[0]}?" if near else f"{otherwise} {', '.join(map(form.format, self.known))}"
        )

    def line(self, quote: str = "") -> str:
        """What is wrong in words, with the key between `quote` marks."""
        key = f"{quote}{self.named}{quote}"
        match self.fault:
            case "unknown":
                return f"there is no {self.key!r:.40}; {self.hint()}"
            case "missing":
                return f"{key} is missing: it must be {self.right}"
            case "range":
                return f"{key} is {brief(self.value)}, not {self.right}"
            case "choice":
                return f"{key} is {brief(self.value)}; {self.hint('it may be')}"
            case "rule":
                return f"{key} is {brief(self.value)}: {self.right}" if self.key != "" else self.right
            case _:
                return f"{key} must be {self.right}, not {brief(self.value)}"


@dataclass(frozen=True, slots=True)
class Described:
    """A field of a shape: what it means, its default, and what it may be: a word of `choices`, `low` to `high`."""

    about: str
    default: Any
    choices: tuple[str, ...]
    low: float | None
    high: float | None


def text_of(path: Path, most: int) -> str | None:
    """The text of a file; None where it is longer than `most` characters. `OSError`, `UnicodeDecodeError` pass."""
    with path.open(encoding="utf-8") as file:
        text = file.read(most + 1)
    return text if len(text) <= most else None


def from_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text; `NotToml` says why it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotToml(f"this is not TOML: {printable(error)}; text goes in quotes") from error
    except (ValueError, RecursionError) as error:
        raise NotToml("a number or a list in it is larger than any setting or measure") from error


def fitted(body: Mapping[str, Any], shape: type[Shape], *, as_text: bool = False) -> Shape:
    """The body as its shape; `Unfit` names the first thing that is wrong. `as_text`: numbers may come as texts."""
    info = _info(shape)
    _check_words(info, body, ())
    try:
        return msgspec.convert(body, shape, strict=not as_text)
    except msgspec.ValidationError as error:
        raise _named(error, info, body) from error
    except UnicodeEncodeError as error:
        raise Unfit((), "", error.object, "rule", "half a character stands in it") from error


def described(shape: type) -> dict[str, Described]:
    """The fields of a shape by name, in order."""
    found = {}
    for name, field in (_fields(_info(shape)) or {}).items():
        kind, schema, extra = _bare(field.type)
        choices = _in_order(shape, name) or extra.get("choices", ())
        low, high = (
            (kind.ge, kind.le) if isinstance(kind, inspect.IntType | inspect.FloatType) else (None, None)
        )
        about = schema.get("description", "")
        found[name] = Described(about, field.default, tuple(map(str, choices)), low, high)
    return found


def printable(value: object) -> str:
    """A text for a message: as it is, or with escapes where it is no line."""
    text = str(value)
    return text if text.isprintable() else ascii(text)[1:-1]


def brief(value: object) -> str:
    """A value for a message, as TOML writes it: printable, and no longer than a line bears."""
    if type(value) is int and abs(value) >= _HUGE:
        return "a number without end"
    text = printable(shown(value))
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]} ..."


def shown(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
        return f'"{escaped}"'
    return str(value)


# --- shapes, as msgspec describes them


_info: Final[Callable[[Any], inspect.Type]] = cache(inspect.type_info)


@cache
def _in_order(shape: Any, field: str) -> tuple[str, ...]:
    """The words of a field that is a choice, as they were declared: msgspec sorts them."""
    left = [get_type_hints(shape, include_extras=True)[field]]
    while left:
        hint = left.pop()
        if get_origin(hint) is Literal:
            return tuple(map(str, get_args(hint)))
        left += get_args(hint)
    return ()


def _bare(info: inspect.Type) -> tuple[inspect.Type, Mapping[str, Any], Mapping[str, Any]]:
    """A type without what is said about it, its words, and what else is said of it; of a choice, the first."""
    schema: dict[str, Any] = {}
    extra: dict[str, Any] = {}
    while isinstance(info, inspect.Metadata | inspect.UnionType):
        if isinstance(info, inspect.UnionType):
            info = info.types[0]
            continue
        schema |= info.extra_json_schema or {}
        extra |= info.extra or {}
        info = info.type
    return info, schema, extra


def _fields(info: inspect.Type) -> dict[str, inspect.Field] | None:
    kind, _, _ = _bare(info)
    if not isinstance(kind, inspect.StructType | inspect.DataclassType):
        return None
    return {field.encode_name: field for field in kind.fields}


def _inner(info: inspect.Type, step: str | int) -> inspect.Type:
    """The type of what stands at a key or a number."""
    kind, _, _ = _bare(info)
    if isinstance(kind, inspect.DictType):
        return kind.value_type
    if isinstance(kind, inspect.TupleType):
        return kind.item_types[int(step)]
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return kind.item_type
    return (_fields(kind) or {})[str(step)].type


def _check_words(info: inspect.Type, value: object, at: At) -> None:
    """Keys and texts, of which msgspec knows too little: what was mistyped, what is no line, what `extra` asks."""
    fields = _fields(info)
    kind, _, extra = _bare(info)
    if isinstance(value, str):
        _check_text(value, extra, at)
    elif isinstance(value, dict) and (fields is not None or isinstance(kind, inspect.DictType)):
        for key, inner in value.items():
            if fields is not None and key not in fields:
                raise Unfit(at, key, inner, "unknown", "", tuple(fields))
            _check_text(key, {}, (*at, printable(key)))
            _check_words(_inner(kind, key), inner, (*at, key))
    elif isinstance(value, list) and isinstance(kind, inspect.ListType):
        for number, inner in enumerate(value):
            _check_words(kind.item_type, inner, (*at, number))


def _check_text(text: str, extra: Mapping[str, Any], at: At) -> None:
    *way, key = at or ("",)
    if not text.isprintable():
        raise Unfit(tuple(way), key, text, "text", "a text of one line")
    choices: tuple[str, ...] = extra.get("choices", ())
    if choices and text not in choices:
        raise Unfit(tuple(way), key, text, "choice", "", choices)
    why_not: Callable[[str], str] | None = extra.get("why_not")
    if why_not is not None and (wrong := why_not(text)):
        raise Unfit(tuple(way), key, text, "rule", wrong)


# --- what msgspec stopped at


def _named(error: msgspec.ValidationError, info: inspect.Type, body: object) -> Unfit:
    """The place named in an error of msgspec, in our words."""
    found = _WHERE.search(str(error))
    value, at = body, ()  # type: Any, At
    owner: type | None = None
    for name, number, anyone in _STEP.findall(found[1] if found else ""):
        kind, _, _ = _bare(info)
        if _is_numbers(kind):
            break  # of a point, all its numbers are shown
        step = _key_at_fault(kind, value) if anyone else int(number) if number else name
        if step is None:
            break
        owner = getattr(kind, "cls", None)
        info, value, at = _inner(kind, step), value[step], (*at, step)
    kind, schema, _ = _bare(info)
    *way, key = at or ("",)
    if isinstance(error.__cause__, ValueError):
        return Unfit(at, "", value, "rule", str(error.__cause__))
    fields = _fields(kind)
    if fields is not None and isinstance(value, dict):
        missing = next(name for name, field in fields.items() if field.required and name not in value)
        return Unfit(at, missing, None, "missing", _words(fields[missing].type, missing))
    if isinstance(kind, inspect.LiteralType) and isinstance(value, str | int):
        return Unfit(tuple(way), key, value, "choice", "", _in_order(owner, str(key)))
    if isinstance(kind, inspect.IntType | inspect.FloatType) and _RANGE.match(str(error)) and _bounds(kind):
        return Unfit(tuple(way), key, value, "range", _bounds(kind))
    fault: Fault = "text" if isinstance(kind, inspect.StrType) and isinstance(value, str) else "kind"
    return Unfit(tuple(way), key, value, fault, schema.get("title") or _words(kind, str(key)))


def _key_at_fault(info: inspect.Type, value: object) -> str | None:
    """Of a table with names of its own, the first whose entry does not fit."""
    if not isinstance(value, dict) or not isinstance(info, inspect.DictType):
        return None
    shape = getattr(info.value_type, "cls", None)
    for key, inner in value.items():
        try:
            msgspec.convert(inner, shape)
        except msgspec.ValidationError:
            return str(key)
    return None


def _is_numbers(info: inspect.Type) -> bool:
    number = inspect.IntType | inspect.FloatType
    return isinstance(info, inspect.TupleType) and all(
        isinstance(_bare(i)[0], number) for i in info.item_types
    )


def _plain(bound: float) -> str:
    return str(int(bound)) if bound == int(bound) else f"{bound:g}"


def _bounds(info: inspect.IntType | inspect.FloatType) -> str:
    if info.ge is not None and info.le is not None:
        return f"between {_plain(info.ge)} and {_plain(info.le)}"
    if info.gt is not None and info.le is not None:
        return f"above {_plain(info.gt)} and at most {_plain(info.le)}"
    return ""


_KINDS: Final[Mapping[type[inspect.Type], str]] = {
    inspect.IntType: "a whole number",
    inspect.FloatType: "a number",
    inspect.BoolType: "true or false",
}


def _words(info: inspect.Type, name: str) -> str:
    """What is expected, in words."""
    kind, schema, _ = _bare(info)
    if "title" in schema:
        return str(schema["title"])
    if isinstance(kind, inspect.StrType | inspect.LiteralType):
        return "text in quotes" + "".join(_length(kind))
    if isinstance(kind, inspect.TupleType):
        return f"{len(kind.item_types)} numbers"
    if isinstance(kind, inspect.ListType):
        return (
            f"written as [[{name}]]"
            if _fields(kind.item_type) is not None
            else "a list" + "".join(_length(kind))
        )
    return _KINDS.get(type(kind), f"written as [{name}]")


def _length(info: object) -> Iterator[str]:
    most = getattr(info, "max_length", None)
    if getattr(info, "min_length", None):
        yield ", not empty"
    if most is not None:
        yield f", at most {most} {'characters' if isinstance(info, inspect.StrType) else 'entries'}"
