"""`template.format(...)` of values that only the run knows, where the template is known."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from sct.runtime.current import current
from sct.runtime.texts.deferred_text import put_together, with_spec
from sct.runtime.texts.unread_texts import text_or_unread

__all__ = ["deferred_format"]


def deferred_format(template: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """`template.format(*args, **kwargs)` in a trace."""
    return _formatted(template, args, kwargs, _Fields(len(args)))


class _Fields:
    """Which argument a field means: those without a name take the next one, those in format specs, too."""

    def __init__(self, given: int) -> None:
        self._given = given
        self._numbers: Iterator[int] | None = None
        self._by_number = False

    def named(self, field: str) -> str:
        """The field with the number or name of its argument."""
        name = re.split(r"[.\[]", field, maxsplit=1)[0]
        if not name:
            if self._by_number:
                raise ValueError("cannot switch from manual field specification to automatic field numbering")
            self._numbers = itertools.count() if self._numbers is None else self._numbers
            name, field = (place := str(next(self._numbers))), f"{place}{field}"
        elif name.isdigit():
            if self._numbers is not None:
                raise ValueError("cannot switch from automatic field numbering to manual field specification")
            self._by_number = True
        if name.isdigit() and int(name) >= self._given:
            raise IndexError(f"Replacement index {int(name)} out of range for positional args tuple")
        return field


def _formatted(template: str, args: tuple[Any, ...], kwargs: dict[str, Any], fields: _Fields) -> Any:
    import string  # seldom needed

    formatter = string.Formatter()
    texts: list[Any] = []
    for literal, field, spec, conversion in formatter.parse(template):
        texts.append([literal])
        if field is None:
            continue
        value = _value(fields.named(field), args, kwargs)
        if spec and "{" in spec:
            spec = _formatted(spec, args, kwargs, fields)
        how = conversion or "", "" if spec is None else spec
        texts.append(text_or_unread(lambda: with_spec(value, *how)))  # noqa: B023 - made at once
    return put_together(texts)


def _value(field: str, args: tuple[Any, ...], named: Any) -> Any:
    """What a field means: an argument, and attributes and items of it."""
    import _string  # type: ignore[import-not-found]  # as `string.Formatter` does

    from sct.runtime.call import convert_call
    from sct.runtime.lists.item_reads import read_item

    trace = current()
    assert trace is not None
    first, rest = _string.formatter_field_name_split(field)
    value = args[first] if isinstance(first, int) else read_item(trace, named, first)
    for of_attribute, name in rest:
        value = convert_call(getattr)(value, name) if of_attribute else read_item(trace, value, name)
    return value
