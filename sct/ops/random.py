"""Random numbers: drawn when the program runs, in Python's order, from the caller's own generators.

A generator is a number: its place in the table of the run (`sct.ops.random_table`). Every draw changes it,
so these ops are effects: never moved, shared, repeated or dropped.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from sct.errors import StaticValueError
from sct.ir.core import ArrayConst
from sct.ir.types import ARRAY, UNKNOWN, Shape, Spec
from sct.ops.infer import PY_INT
from sct.ops.python_numbers import checked_int
from sct.ops.random_rules import decoded, draw_spec
from sct.ops.random_signatures import signature_of
from sct.ops.random_table import generators_of_this_run
from sct.ops.registry import Fact, op

__all__ = ["INDEX", "MAKERS"]

EFFECT = Fact.EFFECT | Fact.RAISES
INDEX = "Random.index"  # `random_index` among the methods that `drawn` knows
Entry = int | tuple[str, int]


def _size(template: tuple[Entry, ...] | None, extents: tuple[Spec, ...]) -> Shape | None:
    if template is None:
        return None
    for extent in extents:
        if extent.dtype.kind not in "iub" or extent.shape:
            raise TypeError(f"'{extent.dtype.name}' object cannot be interpreted as an integer")
    if any(isinstance(n, int) and n < 0 for n in template):
        raise ValueError("negative dimensions are not allowed")
    return tuple([UNKNOWN if isinstance(n, tuple) else n for n in template])


def _draw(generator: Spec, *operands: Spec, by: str, names: Any = (), size: Any = None, **options: Any) -> Spec:
    params = dict(zip(names, operands, strict=False))
    return draw_spec(by, params, _size(size, operands[len(names) :]), options)


def _never_raises(generator: Spec, *operands: Spec, by: str, **attrs: Any) -> bool:
    return not operands  # the defaults are in the domain


@lru_cache(maxsize=1024, typed=True)
def draw_caller(by: str, names: Any = (), size: Any = None, **options: Any) -> Callable[..., Any]:
    """The kernel of `draw` for these attributes."""
    family, _, name = by.partition(".")
    keywords = decoded(options)
    count = len(names)
    signature = signature_of(family, name)
    assert signature is not None
    in_order = tuple(signature.parameters)[:count] == tuple(names)
    integral = family == "Random"

    if name == "permuted":  # along the memory: the operand means what it is in C order
        return lambda generator, x: generators_of_this_run().method(generator, name)(
            np.asarray(x, order="C") if isinstance(x, np.ndarray) else x, **keywords
        )
    if in_order and size is None and not integral and not keywords:
        return lambda generator, *operands: generators_of_this_run().method(generator, name)(*operands)

    def call(generator: int, *operands: Any) -> Any:
        drawn = generators_of_this_run().method(generator, name)
        given = keywords
        if size is not None:
            extents = operands[count:]
            shape = tuple([operator.index(extents[n[1]]) if isinstance(n, tuple) else n for n in size])
            given = {**keywords, "size": shape}
        if in_order:
            got = drawn(*operands[:count], **given)
        else:
            got = drawn(**dict(zip(names, operands, strict=False)), **given)
        return checked_int(got) if integral and type(got) is int else got

    return call


@op("draw", infer=_draw, facts=EFFECT, total=_never_raises, compiled=draw_caller)
def draw(generator: Any, *operands: Any, by: str, names: Any = (), size: Any = None, xp: Any, **options: Any) -> Any:
    """Draw by a method of a generator; `names` are the parameters that the operands stand for."""
    return draw_caller(by, names, size, **options)(generator, *operands)


# -- drawn by machine code ------------------------------------------------------------------------------


@op("generator_bits", infer=lambda generator: PY_INT, facts=EFFECT)
def generator_bits(generator: Any, *, xp: Any) -> Any:
    """Where the state of a generator lies, which is from now on this run's alone."""
    return generators_of_this_run().bits(generator)


def _drawn(generator: Spec, bits: Spec, *operands: Spec, by: str, **attrs: Any) -> Spec:
    return PY_INT if by == INDEX else _draw(generator, *operands, by=by, **attrs)


@op("drawn", infer=_drawn, facts=EFFECT)
def drawn(generator: Any, bits: Any, *operands: Any, by: str, names: Any = (), xp: Any, **options: Any) -> Any:
    """One number by a method of a generator, as `draw` and `random_index`, from `generator_bits` where it can be."""
    if by == INDEX:
        return random_index(generator, *operands)
    return draw_caller(by, names, **options)(generator, *operands)


# -- orders ------------------------------------------------------------------------------------------


def _shuffled(generator: Spec, x: Spec, *, axis: int = 0, listed: bool = False) -> Spec:
    if not x.ndim:
        raise TypeError("object of type 'int' has no len()")
    if not -x.ndim <= axis < x.ndim:
        raise np.exceptions.AxisError(axis, x.ndim)
    return x.with_(kind=ARRAY)


@op("shuffled", infer=_shuffled, facts=EFFECT)
def shuffled(generator: Any, x: Any, *, axis: int = 0, listed: bool = False, xp: Any) -> Any:
    """A copy of x with its items along an axis in random order, as `shuffle` leaves them; or those of a list."""
    made = np.array(x)
    chosen = generators_of_this_run().use(generator)
    if listed:
        items = made.tolist()
        chosen.shuffle(items)
        return np.array(items, made.dtype)
    chosen.shuffle(made, axis) if axis else chosen.shuffle(made)
    return made


def _order(generator: Spec, *given: Spec, method: str, length: int | None, count: int | None, **options: Any) -> Spec:
    return Spec(np.dtype("int64"), (UNKNOWN if count is None else count,), ARRAY)


@op("random_order", infer=_order, facts=EFFECT, total=lambda *s, method, **attrs: method == "shuffle")
def random_order(
    generator: Any,
    *given: Any,
    method: str,
    length: int | None,
    count: int | None,
    cumulative: bool = False,
    xp: Any,
) -> Any:
    """Where the items of a sequence of some length end up, or come from: by shuffle, sample or choices.

    What is None comes first among the operands; then come the weights.
    """
    operands = iter(given)
    length = operator.index(next(operands)) if length is None else length
    count = operator.index(next(operands)) if count is None else count
    chosen = generators_of_this_run().use(generator)
    if method == "shuffle":
        order = list(range(length))
        chosen.shuffle(order)
    elif method == "sample":
        order = chosen.sample(range(length), count)
    else:
        weights = {"cum_weights" if cumulative else "weights": np.asarray(w).tolist() for w in operands}
        order = chosen.choices(range(length), k=count, **weights)
    return np.array(order, np.int64)


@op("random_index", infer=lambda generator, length: PY_INT, facts=EFFECT)
def random_index(generator: Any, length: Any, *, xp: Any) -> Any:
    """The position that `random.choice` picks in a sequence of some length."""
    return generators_of_this_run().use(generator).choice(range(length))


# -- generators --------------------------------------------------------------------------------------

MAKERS: dict[str, Callable[..., Any]] = {
    "default_rng": np.random.default_rng,
    "Generator": np.random.Generator,
    "RandomState": np.random.RandomState,
    "SeedSequence": np.random.SeedSequence,
    "Random": random.Random,
    **{name: getattr(np.random, name) for name in ("PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64")},
}


def _seed(seed: Any, operands: tuple[Any, ...]) -> tuple[Any, ...]:
    if operands:
        return operands
    seed = list(seed) if isinstance(seed, tuple) else seed
    return () if seed is None else (seed.array() if isinstance(seed, ArrayConst) else seed,)


@op("new_generator", infer=lambda *seed, **attrs: PY_INT, facts=EFFECT)
def new_generator(*seed: Any, maker: str, value: Any = None, wraps: bool = False, xp: Any) -> Any:
    """A new generator, seeded by the operand or by `value`; or made of the generator that the operand names."""
    table = generators_of_this_run()
    arguments = tuple(table.use(s) for s in seed) if wraps else _seed(value, seed)
    return table.add(MAKERS[maker](*arguments), fresh=not wraps or table.is_fresh(seed[0]))


@op("child_generator", infer=lambda generator, **attrs: PY_INT, facts=EFFECT)
def child_generator(generator: Any, *, what: str, xp: Any) -> Any:
    """The bit generator inside of a generator, or a new one spawned from it."""
    table = generators_of_this_run()
    if what == "bit_generator":
        return table.add(table[generator].bit_generator, table.is_fresh(generator))
    if what == "jumped":
        return table.add(table.use(generator).jumped(), fresh=True)
    if not table.is_fresh(generator):  # how many children it has cannot be put back
        raise StaticValueError("spawn() of a generator from outside of the static function")
    return table.add(table.use(generator).spawn(1)[0], fresh=True)


@op("seed_generator", infer=lambda *specs, **attrs: (), facts=EFFECT, results=0)
def seed_generator(generator: Any, *seed: Any, value: Any = None, version: int = 2, xp: Any) -> Any:
    """Seed a generator anew; `version` is that of `random.seed`."""
    options = {} if version == 2 else {"version": version}
    generators_of_this_run().use(generator).seed(*_seed(value, seed), **options)
