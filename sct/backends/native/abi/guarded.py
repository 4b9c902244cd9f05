"""The builtin of a static function: several layers, each with its guards, tried in turn."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from types import MappingProxyType
from typing import Any

from sct.backends.native.abi import layout, steps
from sct.backends.native.abi.builtin import METH_FASTCALL, METH_KEYWORDS, Tables, new_builtin
from sct.backends.native.abi.facts import word
from sct.records import record

__all__ = ["MISSING", "Layer", "Parameters", "Steps", "make_guarded"]


@record
class Parameters:
    """The parameters of a function.

    Attributes
    ----------
    names
        All of them, those by position first, as `inspect.signature` has them.
    positional
        How many may be given by position.
    only
        How many must be given by position.
    stars, keywords
        Which of them are `*args` and `**kwargs`.
    """

    names: tuple[str, ...]
    positional: int
    only: int = 0
    stars: int | None = None
    keywords: int | None = None


class _Missing:
    """The default of a parameter that has none."""


MISSING = _Missing()


@record
class Layer:
    """A list of steps, as the builtin reads it.

    Attributes
    ----------
    counts
        Addresses of words that steps compare, and what they were: how often dicts of libraries have been changed.
    """

    description: bytes
    slots: int
    keep: tuple[Any, ...]
    counts: tuple[tuple[int, int], ...] = ()

    def is_stale(self) -> bool:
        """Whether something was changed in one of those dicts, maybe something else than what the layer uses."""
        return any(word(address) != count for address, count in self.counts)


class Steps:
    """Collects the steps of a layer; see `steps` for what there is.

    Attributes
    ----------
    slots
        How many slots there are; the arguments have the first ones.
    """

    def __init__(self, parameters: int) -> None:
        self.slots = parameters
        self._steps: list[tuple[int, int, int, int | Sequence[int]]] = []
        self._keep: list[Any] = []

    def slot(self) -> int:
        """A new slot."""
        self.slots += 1
        return self.slots - 1

    def object(self, value: Any) -> int:
        """The address of an object, which is kept alive."""
        self._keep.append(value)
        return id(value)

    def add(self, op: int, a: int = 0, b: int = 0, c: int | Sequence[int] = 0) -> None:
        """Append a step: slots by number, objects by `object`, a list as it is."""
        self._steps.append((op, a, b, c))

    def finish(self, defaults: Sequence[Any], owner: Any, counts: tuple[tuple[int, int], ...] = ()) -> Layer:
        """The layer. `defaults` has `MISSING` for a parameter without; `owner` is named where it fails."""
        tables = Tables(layout.L_DEFAULTS + 8 * len(defaults))
        words: list[int] = []
        for op, *operands in self._steps:
            kinds = steps.OPERANDS[op].ljust(3, "w")
            words += [op, *(self._word(kind, operand, tables) for kind, operand in zip(kinds, operands, strict=True))]
        head = {layout.L_SLOTS: 8 * self.slots, layout.L_STEPS: tables.add(words), layout.L_OBJECT: id(owner)}
        for k, default in enumerate(defaults):
            head[layout.L_DEFAULTS + 8 * k] = 0 if default is MISSING else id(default)
        return Layer(tables.bytes(head), self.slots, (*self._keep, *defaults, owner), counts)

    @staticmethod
    def _word(kind: str, operand: int | Sequence[int], tables: Tables) -> int:
        if kind == "l":
            assert not isinstance(operand, int)
            return tables.add([len(operand), *(8 * slot for slot in operand)])
        assert isinstance(operand, int)
        return 8 * operand if kind == "s" else operand


def make_guarded(
    parameters: Parameters,
    layers: Sequence[Layer],
    slow: Callable[..., Any],
    failed: Callable[..., Any],
    hits: ctypes.c_int64,
    name: str,
    *,
    switches: Mapping[ContextVar[Any], Any] = MappingProxyType({}),
    instance: Any = None,
) -> Callable[..., Any]:
    """A builtin that tries each layer in turn.

    Parameters
    ----------
    slow
        Called with the arguments where no layer applies, a context variable differs, or they do not fit.
    failed
        Called with the layer's owner, the exception and the arguments where a layer that applies raises.
    hits
        Counts the calls that a layer has answered.
    switches
        Context variables, and the object each must hold; they must have a default.
    instance
        What is passed before the arguments, if anything.
    """
    tables = Tables(layout.GUARDED_BYTES)
    names = tuple(map(sys.intern, parameters.names))
    stars, keywords = (0 if k is None else k + 1 for k in (parameters.stars, parameters.keywords))
    by_name = [0 if k in (parameters.stars, parameters.keywords) else id(name) for k, name in enumerate(names)]
    description = {
        layout.G_PARAMETERS: len(names),
        layout.G_POSITIONAL: parameters.positional,
        layout.G_ONLY: parameters.only,
        layout.G_NAMES: tables.add(by_name),
        layout.G_STARS: 8 * stars,
        layout.G_KEYWORDS: 8 * keywords,
        layout.G_INSTANCE: 0 if instance is None else id(instance),
        layout.G_SWITCHES: tables.add([id(part) for pair in switches.items() for part in pair]),
        layout.G_SWITCH_COUNT: len(switches),
        layout.G_LAYERS: tables.add([id(layer.description) + layout.BYTES_DATA for layer in layers]),
        layout.G_LAYER_COUNT: len(layers),
        layout.G_FRAME: 8 * max((layer.slots for layer in layers), default=0) + 8,
        layout.G_SLOW: id(slow),
        layout.G_FAILED: id(failed),
        layout.G_HITS: ctypes.addressof(hits),
    }
    keep = (names, tuple(switches.items()), tuple(layers), slow, failed, hits, instance)
    return new_builtin(name, "sct_guarded", METH_FASTCALL | METH_KEYWORDS, tables.bytes(description), keep)
