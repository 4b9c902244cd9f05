"""The fast way into a static function: a builtin that stands as `__call__` of its own small subclass.

Calling an object looks up `__call__` on its type. Each static function that has native layers therefore
gets a class of its own, whose `__call__` is a builtin that checks the guards of those layers itself; what
none of them takes goes on to `StaticFunction.__call__`. Everything else is inherited.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from contextvars import ContextVar
from inspect import signature
from types import MethodType
from typing import Any

from sct import config, logs
from sct.runtime.calls.raising import PlainPythonRecurses
from sct.runtime.current import CURRENT
from sct.runtime.layers.in_vain import InVain
from sct.runtime.layers.layer import Layer

__all__ = ["QuickCall", "kind_of"]

BACKENDS = ("native",)  # whose layers are called this way; any would do
MOST_LAYERS = 16  # that are tried; each costs a comparison or two
MOST_RENEWALS = 8  # of layers, because a library has been changed otherwise, before each use of it is compared
_MARK = "__sct_quick__"


def kind_of(static: Any) -> type:
    """The class of a static function, without the subclass that is its own.

    >>> import sct
    >>> kind_of(sct.to_static(abs_ := lambda x: x)).__name__
    'StaticFunction'
    """
    return next(kind for kind in type(static).__mro__ if _MARK not in kind.__dict__)


class QuickCall:
    """Keeps the builtin of one static function up to date.

    Parameters
    ----------
    static
        The static function.
    failed
        Called with a layer, the exception that it raised, and the arguments and keywords of the call.
    """

    def __init__(self, static: Any, failed: Callable[..., Any]) -> None:
        self._static = static
        self._failed = failed
        self._hits = ctypes.c_int64(0)
        self._layers: list[tuple[Layer, Any]] = []
        self._made: dict[Layer, Any] = {}  # also of those that are not tried at present
        self._renewals = 0
        self._in_vain = InVain()
        if _MARK in type(static).__dict__:
            static.__class__ = kind_of(static)

    @property
    def hits(self) -> int:
        """How many calls the builtin has answered."""
        return self._hits.value

    def take(self, layer: Layer) -> None:
        """Let the builtin try `layer` first from now on, but for those made for less: they are faster."""
        if layer.backend not in BACKENDS or layer.rests is not None:
            return
        if any(known is layer for known, _ in self._layers):
            self.renew(layer)
            return
        from sct.backends.native import abi

        if not abi.available():
            return
        from sct.runtime.layers.quick import quick_layer

        kind = kind_of(self._static)
        if _called(kind) is not _called(_base()):
            return
        made = self._made.get(layer)
        if made is None or made.is_stale():
            made = quick_layer(layer.call, layer.source, layer, counted=self._renewals < MOST_RENEWALS)
            kept = set(self._static._entries.values())
            self._made = {x: steps for x, steps in self._made.items() if x in kept} | {layer: made}
        first = [pair for pair in self._layers if pair[0].openness < layer.openness][: MOST_LAYERS - 1]
        rest = [pair for pair in self._layers if pair[0].openness >= layer.openness]
        self._layers = [*first, (layer, made), *rest][:MOST_LAYERS]
        self._install(kind)

    def _install(self, kind: type) -> None:
        from sct.backends.native import abi
        from sct.runtime.layers.quick import parameters_of

        static = self._static
        builtin = abi.make_guarded(
            parameters_of(signature(self._layers[0][0].call)),
            [steps for _, steps in self._layers],
            MethodType(_called(kind), static),
            self._raised,
            self._hits,
            static.__name__,
            switches=_switches(),
            instance=static._instance,
        )
        if _MARK not in type(static).__dict__:
            static.__class__ = _own_class(kind)
        type(static).__call__ = builtin
        logs.log("cache", "%s is called through a builtin: %d layers", static.__name__, len(self._layers))

    def renew(self, layer: Layer) -> None:
        """Let the builtin take `layer` again, if it does not because libraries have been changed otherwise."""
        if not any(known is layer and steps.is_stale() for known, steps in self._layers):
            return
        with self._static._lock:
            self._renewals += 1
            self._layers = [pair for pair in self._layers if pair[0] is not layer]
            self.take(layer)

    def answered_plainly(self, layer: Layer, error: Exception) -> None:
        """Plain Python has answered for `layer`, as was to be expected: where it always does, it is asked first."""
        known = [pair for pair in self._layers if pair[0] is not layer]
        if len(known) == len(self._layers):
            return
        with self._static._lock:
            rests = self._in_vain.note(layer, self.hits, isinstance(error, PlainPythonRecurses))
            if rests is None:
                return
            self._layers, layer.rests = known, rests
            if known:
                self._install(kind_of(self._static))
            else:
                self._static.__class__ = kind_of(self._static)

    def goes_plain(self, layer: Layer, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
        """Whether a call that `layer` applies to is one of plain Python's for now."""
        rests = layer.rests
        if rests is None or not rests.applies(layer, args, kwargs):
            return False
        rests.left -= 1
        if rests.left <= 0:
            with self._static._lock:
                layer.rests = None
                self.take(layer)
        return True

    def _raised(self, layer: Layer, error: Exception, *args: Any, **kwargs: Any) -> Any:
        before = () if self._static._instance is None else (self._static._instance,)
        return self._failed(layer, error, (*before, *args), kwargs)


def _called(kind: type) -> Any:
    return kind.__call__


def _base() -> type:
    from sct.static_function import StaticFunction

    return StaticFunction


def _own_class(kind: type) -> type:
    body = {"__slots__": (), "__module__": kind.__module__, "__qualname__": kind.__qualname__, "__doc__": kind.__doc__}
    return type(kind.__name__, (kind,), {**body, _MARK: True})


def _switches() -> dict[ContextVar[Any], Any]:
    """What must hold in the context of the call: static execution is on, and no trace under way."""
    return {config._static: True, CURRENT: None}
