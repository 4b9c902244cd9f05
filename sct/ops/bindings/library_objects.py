"""Objects of SciPy that are made of arrays and asked later: splines, interpolators, trees of points.

Such an object never lives in a program. What it was made of is kept, and each question makes it anew when the program
runs; making it where the user does stays a step of its own, because it may raise.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

from sct.errors import UnsupportedOpError
from sct.ops import registry
from sct.ops.bindings.library import HeldObject, LibraryObject, library_call, library_name, template_of
from sct.ops.bindings.table import ndim_of, symbolic
from sct.ops.library import method_of, methods_indices, remember
from sct.ops.library_table import DISTRIBUTION_METHODS

__all__ = ["lookup_maker", "made_by"]

_SPLINE = ("__call__", "integrate", "integral", "ev", "get_knots", "get_coeffs", "get_residual")
_OBJECTS: dict[str, dict[str, tuple[str, ...]]] = {
    "scipy.interpolate": {
        **dict.fromkeys(("CubicSpline", "PchipInterpolator", "Akima1DInterpolator", "CubicHermiteSpline"), _SPLINE),
        **dict.fromkeys(("UnivariateSpline", "InterpolatedUnivariateSpline", "LSQUnivariateSpline"), _SPLINE),
        **dict.fromkeys(("RectBivariateSpline", "SmoothBivariateSpline", "make_interp_spline"), _SPLINE),
        **dict.fromkeys(("interp1d", "RegularGridInterpolator", "BarycentricInterpolator"), ("__call__",)),
        **dict.fromkeys(("LSQBivariateSpline", "BSpline", "PPoly", "BPoly"), _SPLINE),
        **dict.fromkeys(("KroghInterpolator", "RBFInterpolator", "NearestNDInterpolator"), ("__call__",)),
        **dict.fromkeys(("LinearNDInterpolator", "CloughTocher2DInterpolator"), ("__call__",)),
    },
    "scipy.spatial": {
        **dict.fromkeys(("KDTree", "cKDTree"), ("query", "count_neighbors", "query_ball_point")),
        "Delaunay": ("find_simplex", "lift_points", "plane_distance"),
    },
}
_MAKING = ("derivative", "antiderivative")
_METHOD = f"{method_of.__module__}:{method_of.__name__}"
_INDICES = f"{methods_indices.__module__}:{methods_indices.__name__}"
_WITHOUT_LENGTH = 6  # arguments of query_ball_point, before the one that asks for the number alone


def lookup_maker(maker: Any) -> Callable[..., Any] | None:
    """What serves a class whose objects are asked later; None if it is no such class."""
    name = getattr(maker, "__name__", "")
    for module, makers in _OBJECTS.items():
        if name in makers and getattr(sys.modules.get(module), name, None) is maker:
            return lambda *args, **kwargs: made_by(f"{module}:{name}", maker, args, kwargs)
    owner = getattr(maker, "__self__", None)
    if owner is not None and name in _methods_of(owner):
        return lambda *args, **kwargs: _asked(HeldObject(owner), name, args, kwargs)
    if _is_method_of_ours(maker):  # as a class in C has it
        return lambda owner, *args, **kwargs: _asked(HeldObject(owner), name, args, kwargs)
    if type(maker) is FunctionType and name == "__call__":
        return _called
    return None


def _is_method_of_ours(function: Any) -> bool:
    kind, _, method = str(getattr(function, "__qualname__", "")).rpartition(".")
    for module, makers in _OBJECTS.items():
        if method in makers.get(kind, ()):
            return getattr(getattr(sys.modules.get(module), kind, None), method, None) is function
    return False


def _asked(owner: Any, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What an object answers: the indices of points near one point are a list."""
    if method != "query_ball_point":
        return library_call(_METHOD, method_of, (owner, method, *args), kwargs)
    if not args or ndim_of(args[0]) != 1 or len(args) > _WITHOUT_LENGTH or kwargs.get("return_length"):
        raise UnsupportedOpError(
            "query_ball_point of many points has no static support",
            why="SciPy answers an array of lists",
            fix="ask for one point after the other",
        )
    return library_call(_INDICES, methods_indices, (owner, method, *args), kwargs).tolist()


def _called(owner: Any, /, *given: Any, **named: Any) -> Any:
    """An object of the caller's, asked: the program calls it when it runs; a distribution, with its parameters."""
    if any(library_name(getattr(owner, method, None)) for method in ("pdf", "pmf")):
        return Frozen(owner, given, named)
    if "__call__" not in _methods_of(owner):
        raise UnsupportedOpError(
            f"an object of {type(owner).__module__}.{type(owner).__name__}, called, has no static support",
            fix="call it outside of the static function",
        )
    return library_call(_METHOD, method_of, (HeldObject(owner), "__call__", *given), named)


class Frozen:
    """A distribution of `scipy.stats` with parameters that the run knows: `norm(loc, scale)`, which is asked later."""

    def __init__(self, distribution: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.distribution = distribution
        self.args, self.kwargs = tuple(map(_kept, args)), {name: _kept(value) for name, value in kwargs.items()}

    def __getattr__(self, method: str) -> Any:
        function = None if method.startswith("_") else getattr(self.distribution, method)
        name = library_name(function)
        if name is None:
            if method.startswith("__"):
                raise AttributeError(method)
            known = next((x for x in (*self.args, *self.kwargs.values()) if hasattr(x, "storage")), None)
            raise UnsupportedOpError(
                f"{method!r} of a distribution with its parameters has no static support",
                where=known.storage.trace.location() if known is not None else None,
                fix=f"these have: {DISTRIBUTION_METHODS}",
            )
        return lambda *given, **named: library_call(name, function, (*given, *self.args), {**self.kwargs, **named})


def _methods_of(owner: Any) -> tuple[str, ...]:
    if type(owner).__module__.startswith("scipy.stats.") and type(owner).__name__.endswith("_frozen"):
        return tuple(DISTRIBUTION_METHODS.split())
    for module, makers in _OBJECTS.items():
        kind = type(owner)
        if kind.__name__ in makers and getattr(sys.modules.get(module), kind.__name__, None) is kind:
            return makers[kind.__name__]
    return ()


def made_by(name: str, maker: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> SciPyObject:
    """The object; the program makes it here once, and raises here what that raises."""
    args = tuple(map(_kept, args))
    kwargs = {key: _kept(value) for key, value in kwargs.items()}
    remember(name, maker)
    call, operands = template_of(name.replace(":", "."), args, kwargs)
    trace = next((x.storage.trace for x in operands if symbolic(x)), None)
    if trace is None:
        raise UnsupportedOpError(f"{name.replace(':', '.')} of numbers alone has no static support", fix="pass arrays")
    trace.effect("library_check", tuple(operands), {"function": name, "call": call})
    module, _, short = name.partition(":")
    return SciPyObject(name, args, kwargs, _OBJECTS[module][short], trace)


def _kept(value: Any) -> Any:
    """The array as it is now: what is written into it later, the object does not see."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_kept, value))
    return registry.get("copy")(value) if getattr(value, "ndim", 0) else value


class SciPyObject(LibraryObject):
    """The object, as code that is traced has it."""

    def __init__(
        self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], methods: tuple[str, ...], trace: Any
    ) -> None:
        super().__init__(name, args, kwargs)
        self.methods, self.trace = methods, trace

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.__getattr__("__call__")(*args, **kwargs)

    def __getattr__(self, method: str) -> Any:
        if method.startswith("__") and method != "__call__":
            raise AttributeError(method)
        if method in _MAKING and "__call__" in self.methods:
            return lambda *args, **kwargs: SciPyObject(_METHOD, (self, method, *args), kwargs, self.methods, self.trace)
        if method not in self.methods:
            title = self.name.replace(":", ".")
            raise UnsupportedOpError(
                f"{title}(…).{method} has no static support",
                where=self.trace.location(),
                why="objects of SciPy are not part of a program; what they answer to these questions is: "
                + ", ".join(self.methods),
                fix="ask outside of the static function",
            )
        return lambda *args, **kwargs: _asked(self, method, args, kwargs)

