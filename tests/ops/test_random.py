"""Draws against the generators themselves: values, kinds, shapes, errors and the state afterwards."""

from __future__ import annotations

import random

import numpy as np
import pytest

from sct.ir.build import freeze_attrs
from sct.ir.types import ARRAY, PYTHON, Dim, Spec
from sct.ops import all_ops, get
from sct.ops.random_rules import draw_spec
from sct.ops.random_signatures import OPTIONS, SIGNATURES, signature_of
from sct.ops.random_table import Generators, drawing
from tests.harness.observe import random_state
from tests.ops.checked import fits, same, spec_of

MAKE = {"Generator": np.random.default_rng, "RandomState": np.random.RandomState, "Random": random.Random}
HANDLE = Spec(np.dtype("int64"), (), PYTHON)
VALUES = {"low": 1, "high": 7, "left": 0, "mode": 1, "right": 2, "p": 0.5, "a": 2.5, "n": 5, "pvals": np.array([0.5, 0.5]), "alpha": np.array([1.0, 2.0]),
          "mean": 1.0, "cov": np.eye(2), "colors": np.array([3, 4]), "nsample": 3, "start": 3, "stop": 9, "step": 2, "b": 4, "k": 9}  # fmt: skip
METHODS = [(family, name) for family, rows in SIGNATURES.items() for name in rows if name not in ("permuted", "binomialvariate")]


def arguments(family, name):
    """Some arguments for every number that the method takes."""
    given = {k: VALUES.get(k, 1.5) for k in signature_of(family, name).parameters if k not in OPTIONS}
    if name in ("multivariate_normal",):
        given["mean"] = np.array([1.0, 2.0])
    if name in ("randint", "random_integers"):
        given |= {"low": 1, "high": 6} if family == "RandomState" else {"a": 1, "b": 6}
    if name in ("choice", "permutation"):
        given = {"a": np.arange(4.0)} if name == "choice" else {"x": np.arange(6).reshape(3, 2)}
    if name in ("hypergeometric",):
        given = {"ngood": 3, "nbad": 4, "nsample": 5}
    return given | ({"x": np.arange(6.0).reshape(3, 2)} if name == "shuffle" else {})


def forms(family, name):
    """Calls with numbers, arrays, NumPy scalars, sizes and dtypes."""
    given = arguments(family, name)
    yield given, {}
    takes = signature_of(family, name).parameters
    if "size" in takes:
        for size in ((), (3,), (2, 1), (0,), (4, 3, 2)):
            yield given, {"size": size}
    scalars = {k: v for k, v in given.items() if not isinstance(v, np.ndarray)}
    if family != "Random" and scalars and name not in ("dirichlet", "multivariate_hypergeometric", "multivariate_normal"):
        first = next(iter(scalars))
        for form in (np.full(3, scalars[first]), np.asarray(scalars[first]), np.asarray(scalars[first])[()], np.full((2, 1), scalars[first])):
            yield {**given, first: form}, {}
            if name != "multinomial":
                yield {**given, first: form}, {"size": (2, 3)}
    if takes.get("dtype") is not None:
        for dtype in ("f4", "f8") if family == "Generator" and name != "integers" else ("i1", "u8", "builtins.int", "?"):
            value = dtype if "." in dtype else np.dtype(dtype)
            few = {**given, "high": 2} if name in ("integers", "randint") else given
            yield few, {"dtype": value}
            yield few, {"dtype": value, "size": (2, 2)}
    if name == "choice":
        yield given, {"replace": False, "size": (2,)}
        yield {**given, "p": np.array([0.1, 0.2, 0.3, 0.4])}, {"size": (5,)}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("family", "name"), METHODS)
def test_every_method(family, name):
    if not hasattr(MAKE[family](0), name) or name == "shuffle":
        pytest.skip("not in this version, or an op of its own")
    decode = {"builtins.int": int}
    for given, options in forms(family, name):
        ours, theirs = MAKE[family](5), MAKE[family](5)
        keywords = {k: decode.get(v, v) if isinstance(v, str) else v for k, v in options.items()}
        call = getattr(theirs, name)
        try:
            want = call(*given.values()) if family == "Random" else call(**given, **keywords)
        except Exception as error:
            want = error
        attrs = {"by": f"{family}.{name}", "names": tuple(given), **options}
        table = Generators([ours])
        run = drawing(lambda g=given, a=attrs: get("draw").kernel(0, *g.values(), xp=np, **a))
        told = (family, name, given, options)
        if isinstance(want, Exception):
            with pytest.raises(type(want)):
                run(table)
            assert random_state(ours) == random_state(MAKE[family](5)), told
            continue
        got = run(table)
        assert same(got, want), (told, got, want)
        assert random_state(ours) == random_state(theirs), told
        frozen = dict(freeze_attrs(attrs))
        for dims in (False, True):
            specs = [spec_of(v, dims) for v in given.values()]
            (spec,) = get("draw").specs((), (HANDLE, *specs), frozen)
            assert fits(spec, got), (told, spec, got)


@pytest.mark.parametrize("shape", [(3,), (3, 2), (2, 2, 2), (0, 3)])
def test_shuffled(shape):
    x = np.arange(float(np.prod(shape))).reshape(shape)
    for axis in range(len(shape)):
        ours, theirs = np.random.default_rng(1), np.random.default_rng(1)
        want = x.copy()
        theirs.shuffle(want, axis=axis)
        got = drawing(lambda axis=axis: get("shuffled").kernel(0, x, axis=axis, xp=np))(Generators([ours]))
        assert same(got, want) and random_state(ours) == random_state(theirs)
        assert fits(get("shuffled").specs((), (HANDLE, spec_of(x)), {"axis": axis})[0], got)


def test_orders():
    for method, want in {
        "shuffle": lambda g: g.shuffle(deck) or deck,
        "sample": lambda g: g.sample(range(6), 6),
        "choices": lambda g: g.choices(range(6), k=6),
    }.items():
        deck = list(range(6))
        ours, theirs = random.Random(3), random.Random(3)
        op = get("random_order")
        got = drawing(lambda op=op, m=method: op.kernel(0, method=m, length=6, count=6, xp=np))(Generators([ours]))
        assert got.tolist() == want(theirs) and random_state(ours) == random_state(theirs)
        assert fits(op.specs((), (HANDLE,), {"method": method, "length": 6, "count": 6})[0], got)
    assert drawing(lambda: get("random_index").kernel(0, 5, xp=np))(Generators([random.Random(2)])) == random.Random(2).choice(range(5))


def test_orders_of_what_only_the_run_knows():
    """How many items there are, and how many are asked for, may be operands; lists are shuffled as lists are."""
    op = get("random_order")
    for method, want in {
        "sample": lambda g: g.sample(range(6), 3),
        "choices": lambda g: g.choices(range(6), [1, 2, 3, 4, 5, 6], k=3),
    }.items():
        weights = (np.arange(1, 7),) if method == "choices" else ()
        ours, theirs = random.Random(3), random.Random(3)
        attrs = {"method": method, "length": None, "count": None}
        got = drawing(lambda w=weights, a=attrs: op.kernel(0, 6, np.int64(3), *w, **a, xp=np))(Generators([ours]))
        assert got.tolist() == want(theirs) and random_state(ours) == random_state(theirs)
        assert fits(op.specs((), (HANDLE, spec_of(6), spec_of(3), *map(spec_of, weights)), attrs)[0], got)
    for make in (random.Random, np.random.default_rng, np.random.RandomState):
        ours, theirs, deck = make(3), make(3), list(range(9))
        theirs.shuffle(deck)
        got = drawing(lambda: get("shuffled").kernel(0, np.arange(9), listed=True, xp=np))(Generators([ours]))
        assert got.tolist() == deck and random_state(ours) == random_state(theirs)


def test_new_and_child_generators():
    def run():
        sequence = get("new_generator").kernel(maker="SeedSequence", value=5, xp=np)
        child = get("child_generator").kernel(sequence, what="spawn", xp=np)
        rng = get("new_generator").kernel(child, maker="default_rng", wraps=True, xp=np)
        bits = get("child_generator").kernel(rng, what="bit_generator", xp=np)
        again = get("new_generator").kernel(bits, maker="Generator", wraps=True, xp=np)
        return [get("draw").kernel(g, by="Generator.random", xp=np) for g in (rng, again)]

    theirs = np.random.default_rng(np.random.SeedSequence(5).spawn(1)[0])
    assert drawing(run)(Generators([])) == [theirs.random(), theirs.random()]


def test_what_others_share_cannot_be_spawned_from():
    from sct.errors import StaticValueError

    with pytest.raises(StaticValueError):
        drawing(lambda: get("child_generator").kernel(0, what="spawn", xp=np))(Generators([np.random.default_rng(0)]))


def test_a_run_that_raises_leaves_the_generators_alone():
    kinds = [np.random.default_rng(1), np.random.RandomState(2), random.Random(3), np.random.MT19937(4)]
    kinds.append(np.random.Generator(kinds[-1]))  # two on the same bits
    before = [random_state(g) for g in kinds]

    def run():
        get("draw").kernel(0, by="Generator.normal", xp=np)
        get("draw").kernel(4, by="Generator.normal", xp=np)
        get("seed_generator").kernel(1, value=9, xp=np)
        get("draw").kernel(1, by="RandomState.standard_normal", xp=np)
        get("draw").kernel(2, by="Random.gauss", xp=np)
        bits = get("child_generator").kernel(0, what="bit_generator", xp=np)
        get("draw").kernel(get("new_generator").kernel(3, maker="Generator", wraps=True, xp=np), by="Generator.random", xp=np)
        get("draw").kernel(get("new_generator").kernel(bits, maker="Generator", wraps=True, xp=np), by="Generator.random", xp=np)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        drawing(run)(Generators(kinds))
    assert [random_state(g) for g in kinds] == before


def test_without_generators_nothing_is_drawn():
    from sct.errors import SctError

    with pytest.raises(SctError, match="was not given the generators"):
        get("draw").kernel(0, by="Generator.random", xp=np)


def test_sizes_that_do_not_fit_are_known_beforehand():
    with pytest.raises(ValueError, match="Output size"):
        draw_spec("Generator.normal", {"loc": Spec(np.dtype("f8"), (3,), ARRAY)}, (2,), {})
    spec = draw_spec("Generator.normal", {"loc": Spec(np.dtype("f8"), (Dim("n"),), ARRAY)}, (2, 3), {})
    assert spec.shape == (2, 3)


def test_all_of_the_family_are_effects():
    from sct.ops.registry import Fact

    family = [op for op in all_ops() if op.family == "random"]
    assert {op.name for op in family} == {"draw", "drawn", "generator_bits", "shuffled", "random_order", "random_index", "new_generator", "child_generator", "seed_generator"}
    assert all(Fact.EFFECT in op.facts and Fact.PURE not in op.facts for op in family)


def test_draws_from_the_state_itself():
    """`generator_bits` and `drawn`, as the kernels have them."""
    rng, twin = np.random.default_rng(4), np.random.default_rng(4)
    chooser, other = random.Random(4), random.Random(4)

    def run():
        places = [get("generator_bits").kernel(k, xp=np) for k in (0, 1)]
        numbers = [get("drawn").kernel(0, places[0], 2.0, 3.0, by="Generator.normal", names=("loc", "scale"), xp=np)]
        return [*numbers, get("drawn").kernel(1, places[1], 9, by="Random.index", xp=np)]

    assert drawing(run)(Generators([rng, chooser])) == [twin.normal(2.0, 3.0), other.choice(range(9))]
    assert random_state(rng) == random_state(twin) and random_state(chooser) == random_state(other)
    assert get("drawn").infer(HANDLE, HANDLE, HANDLE, by="Random.index") == HANDLE


STATES = [
    np.random.RandomState(3),
    random.Random(3),
    np.random.RandomState(np.random.PCG64(3)),
    np.random.default_rng(3),
]


@pytest.mark.parametrize("generator", STATES, ids=lambda g: type(g).__name__)
def test_a_run_that_raises_leaves_a_generator_as_it_was(generator):
    """Also the number that is kept for the next draw, and the state after a seed."""

    def gauss():
        return generator.gauss(0, 1) if isinstance(generator, random.Random) else generator.standard_normal()

    for draws in (0, 1, 2):
        for _ in range(draws):
            gauss()
        before = random_state(generator)
        table = Generators([generator])
        used = table.use(0)
        assert used is generator
        gauss()
        if not isinstance(used, np.random.Generator) and draws < 2 and "PCG64" not in before:
            used.seed(5)
            gauss()
        assert random_state(generator) != before
        table.restore()
        assert random_state(generator) == before
        kept = gauss()
        table.restore()  # has nothing left to do
        assert kept == kept and random_state(generator) != before
