"""Random numbers in a trace: generators of the caller become numbers, their methods become effects.

Nothing is drawn while tracing, and nothing that is drawn is frozen: each run of the program advances the
very generators that plain Python would have advanced, by the same draws in the same order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NoReturn

import numpy as np

from sct import ops
from sct.ir.types import PYTHON
from sct.ops.bindings.shape import extents, template
from sct.ops.bindings.table import array, axis_of, holds_symbolic, is_array, ndim_of, shape_of, spec_of, static
from sct.ops.random_signatures import OPTIONS, SIGNATURES, signature_of
from sct.runtime.arrays.flat_arguments import is_flat, refuse_flat
from sct.runtime.callers.sources import ConstSource, Source
from sct.runtime.current import current, is_variable
from sct.runtime.homes import home_of
from sct.runtime.joins.choice import Choice, distribute_call
from sct.runtime.joins.choosing_items import choose_item
from sct.runtime.lists.growing import is_growing
from sct.runtime.lists.list_methods import array_of
from sct.runtime.numbers.whole_objects import as_index, as_indices
from sct.runtime.numpy_functions.asked_sequences import check_numpy
from sct.runtime.randomness.generator_bits import bits_of, kind_of_bits
from sct.runtime.randomness.random_object import RandomObject, family_of, refuse
from sct.runtime.randomness.random_sequences import choice, choices, sample, shuffle
from sct.runtime.text_arrays.array_of_texts import ArrayOfTexts
from sct.runtime.trace import Trace

__all__ = ["attribute", "lift_generator", "new_object", "seed_of", "stand_in"]

_STATE = "the state of a generator is no value of a program"
_OUTSIDE = "read or set it outside of the static function"


# -- generators --------------------------------------------------------------------------------------


def lift_generator(trace: Trace, found: Any, source: Source) -> RandomObject:
    """What stands for a generator from outside; any other of its class will do at the next call."""
    known: RandomObject | None = trace.lifted.get(found)
    if not isinstance(source, ConstSource):
        trace.guards.add("type", source, type(found))
        if known is None:
            trace.callers.instances.append((found, source))
        else:
            trace.callers.same_arrays.append((source, trace.callers.random_sources[known.handle]))
    if known is None:
        known = trace.lifted[found] = RandomObject(type(found), len(trace.callers.random_sources), found)
        trace.callers.random_sources.append(source)
        trace.sources[known] = source
    return known


def stand_in(trace: Trace, owner: Any) -> RandomObject:
    """For a generator that code holds which sct does not see into: a bound method, the state of `np.random`."""
    if isinstance(owner, RandomObject):
        return owner
    return lift_generator(trace, owner, ConstSource(owner, f"a {type(owner).__name__}"))


def new_object(trace: Trace, kind: type, handle: Any, bits: Any = None) -> RandomObject:
    """A generator that the program makes; `bits` tells what it draws from."""
    made: RandomObject = trace.note_new(RandomObject(kind, handle, bits=bits))
    return made


def attribute(owner: RandomObject, name: str) -> Any:
    """`owner.name` of a generator in a trace; None if there is none."""
    trace = _trace()
    family = family_of(owner)
    if name == "bit_generator" and family == "Generator":
        return bits_of(trace, owner)
    if (family, name) in _SPECIAL or name in SIGNATURES.get(family, ()):
        return _Method(owner, name)
    if not hasattr(owner.kind, name):
        return None
    refuse(trace, f"{owner.kind.__name__}.{name}", *_REASONS.get(name, (_STATE, _OUTSIDE)))


_REASONS = {
    "randbytes": ("it draws one number of many bits", "draw integers"),
    "cffi": ("it reaches foreign memory", "use the methods of a Generator"),
    "ctypes": ("it reaches foreign memory", "use the methods of a Generator"),
}


class _Method:
    """A bound method of a generator in a trace."""

    def __init__(self, owner: RandomObject, name: str) -> None:
        self.owner = owner
        self.__name__ = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if any(isinstance(x, Choice) for x in (*args, *kwargs.values())):
            return distribute_call(self, args, kwargs)
        trace, name = _trace(), self.__name__
        if name == "shuffle" or family_of(self.owner) != "Random":  # whose other methods are followed
            check_numpy(trace, f"{self.owner.kind.__name__}.{name}", args, kwargs)
        if name == "choice" and any(_counts_by_users(x) for x in (*args[1:2], kwargs.get("size"))):
            refuse(trace, "choice() of as many as an object of a user's class says", "it is asked twice", "give an int")
        special = _SPECIAL.get((family_of(self.owner), name))
        if special is not None:
            return special(trace, self.owner, *args, **kwargs)
        return _draw(trace, self.owner, name, args, kwargs)


def _counts_by_users(x: Any) -> bool:
    module = home_of(type(x))
    return not (is_variable(x) or module in ("builtins", "collections") or module.startswith(("numpy", "sct.")))


def _trace() -> Trace:
    trace = current()
    assert trace is not None
    return trace


# -- draws -------------------------------------------------------------------------------------------


def _draw(trace: Trace, owner: RandomObject, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    family = family_of(owner)
    signature = signature_of(family, name)
    assert signature is not None
    bound = signature.bind(*args, **kwargs).arguments
    if name == "choice" and _is_texts(bound["a"]) and bound.get("size") is None and not bound.get("axis", 0):
        texts = tuple(np.asarray(bound["a"]))  # one of NumPy's own, which it draws by position
        place = _recorded(trace, owner, name, bound | {"a": np.int64(len(texts))})
        return choose_item(trace, texts, place)
    if name in _PICKING and (drawn := _of_texts(trace, owner, name, bound)) is not None:
        return drawn
    if name == "choice" and bound.keys() == {"a"}:
        a = _operand(trace, name, bound["a"])
        if ndim_of(a) == 1:  # one of its items, as NumPy draws it: by position
            place = _draw(trace, owner, name, (shape_of(a)[0],), {})
            return (a if is_variable(a) else trace.lift_array(a))[place]
    if name == "permutation" and bound.get("axis", 0) in (0, -1):
        x = _operand(trace, name, bound["x"])
        if is_array(x) and ndim_of(x) == 1 and (is_variable(n := shape_of(x)[0]) or n == 0):
            return _permuted(trace, owner, x, bound["x"], n)
    return _recorded(trace, owner, name, bound)


_PICKING = {"choice": "a", "permutation": "x"}


def _of_texts(trace: Trace, owner: RandomObject, name: str, bound: dict[str, Any]) -> Any:
    """Several of some texts: NumPy draws positions, and takes what stands there; None of other things."""
    given = bound[_PICKING[name]]
    known = _is_texts(given) or (isinstance(given, np.ndarray) and given.dtype.kind == "U")
    texts = trace.lift_array(np.asarray(given)) if known else given
    if not isinstance(texts, ArrayOfTexts) or texts.ndim != 1 or bound.get("axis", 0) not in (0, -1):
        return None
    n = texts.shape[0]
    if name == "permutation" and not isinstance(n, int):
        return None
    known = isinstance(n, int) and name == "choice"
    places = _recorded(trace, owner, name, bound | {_PICKING[name]: np.int64(n) if known else n})
    return texts[places]


def _is_texts(x: Any) -> bool:
    """Whether it is a list or tuple of texts that are known."""
    return type(x) in (list, tuple) and bool(x) and all(type(item) is str for item in x)


def _permuted(trace: Trace, owner: RandomObject, x: Any, given: Any, n: Any) -> Any:
    """A permutation of a vector that has no elements, or may have none: of an array, that is the array itself."""
    from sct.runtime.control_flow import select

    own = x if is_variable(given) or isinstance(given, np.ndarray) else ops.get("new")(x)
    more = partial(_recorded, trace, owner, "permutation", {"x": x})
    return select(n == 0, lambda: own, more) if is_variable(n) else own


def _recorded(trace: Trace, owner: RandomObject, name: str, bound: dict[str, Any]) -> Any:
    family = family_of(owner)
    signature = signature_of(family, name)
    assert signature is not None
    out = bound.pop("out", None)
    names: list[str] = []
    operands: list[Any] = []
    attrs: dict[str, Any] = {"by": f"{family}.{name}"}
    size = as_indices(_without_bools(bound.pop("size", None)))
    for parameter, value in bound.items():
        if parameter in OPTIONS:
            attrs[parameter] = _option(parameter, value)
        elif parameter == "x" and type(value) is int:  # permutation(n): how long the result is
            attrs["x"] = value
        elif value is not None or signature.parameters[parameter].default is not None:
            names.append(parameter)
            operands.append(_operand(trace, name, value))
    turned = _in_memory_order(name, out, operands, attrs)
    memory = out.T if turned and out is not None else out
    if out is not None and name == "permuted" and spec_of(operands[0]).shape != spec_of(out).shape:
        raise ValueError("out must have the same shape as x")
    if turned and name == "permuted":
        operands = [(x if is_variable(x) else trace.lift_array(x)).T for x in operands]
    if out is not None:
        size = _size_of_out(memory, _reversed(size) if turned else size, attrs, name)
    if size is not None:
        attrs["size"], more = template(extents(size))
        operands += more
    if names:
        attrs["names"] = tuple(names)
    drawn = trace.record(ops.get("draw"), (owner.handle, *operands), attrs)
    if out is None:
        return drawn.T if turned else drawn
    _written(trace, memory, drawn)
    return out


def _without_bools(size: Any) -> Any:
    """A size: NumPy takes no bool of Python's as an extent, and says so of those that are known."""
    for n in size if isinstance(size, (tuple, list)) else (size,):
        if is_flat(n):
            raise refuse_flat("a size")
        if is_variable(n) and n.spec.kind == PYTHON and n.spec.dtype.kind == "b":
            raise TypeError("an integer is required")
    return size


def _operand(trace: Trace, name: str, value: Any) -> Any:
    operand = array_of(trace, value) if is_growing(value) else array(value)
    if isinstance(operand, np.ndarray) and operand.dtype.kind not in "biufc":
        items = "names[rng.integers(len(names))]" if name == "choice" else "order = rng.permutation(len(names))"
        why = f"it would answer an array of dtype {operand.dtype}"
        refuse(trace, f"{name}() of what is no number", why, f"draw positions: {items}")
    return operand


def _option(name: str, value: Any) -> Any:
    value = axis_of(value, loose=True) if name == "axis" else static(value, name)
    if name != "dtype" or value is None:
        return value
    return f"builtins.{value.__name__}" if value in (int, bool, float) else np.dtype(value)


def _in_memory_order(name: str, out: Any, operands: list[Any], attrs: dict[str, Any]) -> bool:
    """Whether NumPy goes through an array that lies in Fortran's order along its memory."""
    from sct.runtime.arrays.flags import Flags

    x = operands[0] if out is None and name == "permuted" else out
    if isinstance(out, (list, tuple)):
        _refuse_out(name)
    if x is None or (name == "permuted" and (ndim_of(x) < 2 or attrs.get("axis") is not None)):
        return False
    flags = Flags(x) if is_variable(x) else x.flags
    turned = not flags.c_contiguous and flags.f_contiguous
    if name != "permuted" and not flags.c_contiguous and not (turned and name != "standard_gamma"):
        raise ValueError("Supplied output array must be contiguous, writable, aligned, and in machine byte-order.")
    return bool(turned)


def _refuse_out(name: str) -> NoReturn:
    """NumPy's own words for an `out` that is no array."""
    if name == "permuted":
        raise TypeError("out must be a numpy array")
    raise ValueError("Supplied output array must be contiguous, writable, aligned, and in machine byte-order.")


def _reversed(size: Any) -> Any:
    return size if size is None else tuple(extents(size))[::-1]


def _size_of_out(out: Any, size: Any, attrs: dict[str, Any], name: str) -> Any:
    dtype = np.dtype(attrs.get("dtype", np.float64)) if name != "permuted" else out.dtype
    if out.dtype != dtype:
        raise TypeError(f"Supplied output array has the wrong type. Expected {dtype}, got {out.dtype}")
    if name == "permuted":
        return None
    if size is not None and tuple(extents(size)) != tuple(out.shape):
        raise ValueError("size must match out.shape when used together")
    return out.shape


def _written(trace: Trace, out: Any, drawn: Any) -> Any:
    from sct.runtime.numpy_functions.numpy_calls import write_out

    return write_out(trace, out, drawn)


def _dims(name: str) -> Callable[..., Any]:
    """`rand(d0, d1, …)` and `randn`."""

    def draw(trace: Trace, owner: RandomObject, *dims: Any) -> Any:
        return _draw(trace, owner, name, (), {"size": dims} if dims else {})

    return draw


def _seed(trace: Trace, owner: RandomObject, seed: Any = None) -> None:
    operands, attrs = seed_of(seed)
    trace.record(ops.get("seed_generator"), (owner.handle, *operands), attrs)


def _seed_random(trace: Trace, owner: RandomObject, a: Any = None, version: Any = 2) -> None:
    operands, attrs = seed_of(a)
    version = static(version, "version")
    attrs |= {} if version == 2 else {"version": version}  # how `random` makes a number of a text
    trace.record(ops.get("seed_generator"), (owner.handle, *operands), attrs)


def seed_of(seed: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """A seed as operands or, where it is known, as an attribute: it may be any Python int, or text."""
    if is_flat(seed):
        raise refuse_flat("a seed")
    if holds_symbolic(seed):
        return (array(seed),), {}
    if isinstance(seed, np.ndarray):
        return (), {"value": seed}
    return (), {"value": static(seed, "seed")}


def _spawn(trace: Trace, owner: RandomObject, n_children: Any) -> list[Any]:
    child = ops.get("child_generator")
    count = static(n_children, "n_children")
    handles = [trace.record(child, (owner.handle,), {"what": "spawn"}) for _ in range(count)]
    bits = kind_of_bits(trace, owner) if family_of(owner) == "Generator" else None
    made: list[Any] = trace.note_new([new_object(trace, owner.kind, handle, bits) for handle in handles])
    return made


def _jumped(trace: Trace, owner: RandomObject, jumps: Any = 1) -> RandomObject:
    if static(jumps, "jumps") != 1:
        refuse(trace, "jumped() by more than one", "it has no static form", "call jumped() as often")
    return new_object(trace, owner.kind, trace.record(ops.get("child_generator"), (owner.handle,), {"what": "jumped"}))


def _bytes(trace: Trace, owner: RandomObject, length: Any) -> Any:
    """So many bytes: those of numbers of 32 bits."""
    length = static(as_index(length), "length")
    if not isinstance(length, int):
        refuse(trace, f"bytes() of a {type(length).__name__}", "it is no int", "pass an int")
    several = -((1 - length) // 4) if length < 1 else (length - 1) // 4  # as C divides
    name = "integers" if family_of(owner) == "Generator" else "randint"
    drawn = _draw(trace, owner, name, (0, 1 << 32, several + 1), {"dtype": np.uint32})
    return drawn.astype("<u4").view(np.uint8)[:length].tobytes()


_SPECIAL: dict[tuple[str, str], Callable[..., Any]] = {
    ("Generator", "shuffle"): shuffle,
    ("RandomState", "shuffle"): shuffle,
    ("Random", "shuffle"): shuffle,
    ("Random", "choice"): choice,
    ("Random", "choices"): choices,
    ("Random", "sample"): sample,
    ("Random", "seed"): _seed_random,
    ("RandomState", "seed"): _seed,
    ("Generator", "bytes"): _bytes,
    ("RandomState", "bytes"): _bytes,
    ("RandomState", "rand"): _dims("random_sample"),
    ("RandomState", "randn"): _dims("standard_normal"),
    ("Generator", "spawn"): _spawn,
    ("BitGenerator", "spawn"): _spawn,
    ("SeedSequence", "spawn"): _spawn,
    ("BitGenerator", "jumped"): _jumped,
}
