"""Draws of single numbers in loops, which machine code makes itself: the numbers, and the state afterwards."""

from __future__ import annotations

import itertools
import linecache
import random
import threading

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import sct
from sct.ops import random_functions
from sct.ops.random_table import Generators
from tests.harness.observe import random_state

KINDS = {
    "PCG64": lambda: np.random.Generator(np.random.PCG64(3)),
    "PCG64DXSM": lambda: np.random.Generator(np.random.PCG64DXSM(3)),
    "MT19937": lambda: np.random.Generator(np.random.MT19937(3)),
    "Philox": lambda: np.random.Generator(np.random.Philox(3)),
    "SFC64": lambda: np.random.Generator(np.random.SFC64(3)),
    "RandomState": lambda: np.random.RandomState(3),
    "Random": lambda: random.Random(3),
}
GENERATORS = [name for name in KINDS if not name.startswith("Random")]


def compare(f, make, *args, backend="native"):
    """The same answers and the same state, over several calls; answers what the code calls back."""
    static = sct.to_static(f, backend=backend)
    ours, theirs = make(), make()
    for _ in range(3):
        want = f(theirs, *args)
        got = static(ours, *args)
        assert got == want
        assert [type(x) for x in got] == [type(x) for x in want]
        assert random_state(ours) == random_state(theirs)
    return static


def uniform(rng, n):
    total, last = 0.0, 0.0
    for _ in range(n):
        last = rng.random()
        total += last + rng.uniform(-1.0, 2.5) + rng.uniform()
    return total, last


def integers(rng, n):
    total = 0
    one = rng.integers(5)
    for k in range(n):
        one = rng.integers(0, 10) + rng.integers(k + 1) + rng.integers(-k, k, endpoint=True)
        total += int(one) + int(rng.integers(-(2**62), 2**61) % 7) + int(rng.integers(2**32)) + int(rng.integers(2**32 + 1))
    return total, one


def shapes(rng, n):
    total = 0.0
    for k in range(1, n):
        total += rng.normal() + rng.normal(1.0, 0.5 * k) + rng.standard_normal() + rng.exponential(2.0)
        total += rng.standard_exponential() + rng.gamma(0.5 * k) + rng.gamma(2, 3.0) + rng.standard_gamma(1.5)
        total += rng.beta(0.5, k) + rng.chisquare(3) + rng.laplace() + rng.logistic(1.0, 2.0) + rng.gumbel()
        total += rng.lognormal(0.0, 0.25) + rng.rayleigh(2.0) + rng.weibull(1.5)
    return (total,)


def counts(rng, n):
    total = 0
    for k in range(n):
        total += rng.poisson(0.7 * k) + rng.poisson()
    return (total,)


@pytest.mark.parametrize("kind", GENERATORS)
@pytest.mark.parametrize("f", [uniform, integers, shapes, counts])
def test_generators(kind, f):
    static = compare(f, KINDS[kind], 150)
    assert "generator_bits" in static.report()
    assert "drawn" not in static.report()


def legacy(rng, n):
    total, whole = 0.0, 0
    for k in range(n):
        total += rng.rand() + rng.random_sample() + rng.uniform(2.0, 3.0)
        whole += rng.randint(0, 10) + rng.randint(k + 1) + rng.randint(-5, 2**40)
    return total, whole


def test_random_state():
    compare(legacy, KINDS["RandomState"], 700)


def legacy_normals(rng, n):
    total, last = 0.0, rng.randn()
    for k in range(n):
        last = rng.normal(0.5, k)
        total += last + rng.randn() + rng.standard_normal() + rng.normal() + rng.random_sample()
        if k % 5 == 3:
            total += rng.normal(size=3)[1]
    return total, last


def test_normal_numbers_of_a_random_state():
    """They come in pairs, of which one is kept in the object."""
    static = compare(legacy_normals, KINDS["RandomState"], 601)
    assert "drawn" not in static.report()


def test_negative_scale_of_a_random_state():
    def f(rng, n):
        total = 0.0
        for k in range(n):
            total += rng.normal(0.0, 4.0 - k)
        return total

    assert_raises_alike(f, KINDS["RandomState"])


def pythons(rng, n):
    total, whole = 0.0, 0
    for k in range(n):
        total += rng.random() + rng.uniform(-1, 2.5) + rng.uniform(0.5, 3)
        whole += rng.randint(1, 6) + rng.randrange(k + 1) + rng.randrange(-k, 7) + rng.getrandbits(20) % 5
        whole += rng.getrandbits(32) % 7 + rng.getrandbits(33) % 7 + rng.getrandbits(63) % 11 + rng.choice([1, 5, k])
        whole += rng.randrange(2**62) % 3
    return total, whole


def test_pythons_generator_past_several_renewals():
    compare(pythons, KINDS["Random"], 1500)


def test_functions_of_the_modules():
    def f(n):
        total = 0.0
        for _ in range(n):
            total += random.random() + random.randint(0, 9) + np.random.rand() + np.random.randint(0, 3)
        return total

    static = sct.to_static(f)
    for seed in (1, 2):
        random.seed(seed), np.random.seed(seed)
        want = f(500), random.getstate(), random_state(np.random.mtrand._rand)
        random.seed(seed), np.random.seed(seed)
        assert (static(500), random.getstate(), random_state(np.random.mtrand._rand)) == want


def chosen(rng, n):
    total, few = 0.0, np.array([0.5, 1.5, -2.0])
    last = few[0]
    for k in range(n):
        last = rng.choice(few)
        total += last + rng.choice(7) + rng.choice(k + 1) + rng.choice([3, 5, 8]) + rng.choice(few[: 1 + k % 3])
    return total, last


@pytest.mark.parametrize("kind", [*GENERATORS, "RandomState"])
def test_items_of_arrays(kind):
    static = compare(chosen, KINDS[kind], 100)
    assert "called back: generator_bits \n" in static.report() + "\n"


def test_between_draws_that_are_called_back():
    def f(rng, n):
        total = 0.0
        for k in range(n):
            total += rng.random()
            if total > k / 2:
                total -= rng.normal(size=3).sum()
            total += rng.binomial(10, 0.5) + rng.permutation(4)[0]
        return (total,)

    compare(f, KINDS["PCG64"], 100)


def test_in_order_where_branches_and_loops_leave():
    def f(rng, n):
        steps, x = 0, 0.0
        while True:
            if rng.random() < 0.5:
                x += rng.normal()
            else:
                x -= rng.exponential()
                if rng.integers(10) == 0:
                    continue
            steps += 1
            if steps > n or x < -1000.0:
                break
        return steps, x

    for kind in GENERATORS:
        compare(f, KINDS[kind], 300)


def test_generators_that_the_function_makes():
    def f(seed, n):
        rng = np.random.default_rng(seed)
        other = random.Random(7)
        total = 0.0
        for _ in range(n):
            total += rng.random() * other.random() + rng.integers(0, 6)
        return total

    static = sct.to_static(f)
    for seed in (0, 1, 2):
        assert static(seed, 200) == f(seed, 200)


def test_arrays_filled_by_draws():
    def f(rng, out, n):
        for i in range(out.shape[0]):
            for j in range(out.shape[1]):
                out[i, j] = rng.normal(out[i, j], 0.5)
                if rng.random() < 0.25:
                    out[i, j] += out[rng.integers(0, n), j]
        return out

    a, b = np.arange(60.0).reshape(6, 10), np.arange(60.0).reshape(6, 10)
    ours, theirs = KINDS["PCG64"](), KINDS["PCG64"]()
    np.testing.assert_array_equal(sct.to_static(f)(ours, a, 6), f(theirs, b, 6))
    assert random_state(ours) == random_state(theirs)


@pytest.mark.parametrize(
    "draw",
    [
        lambda rng, k: rng.normal(0.0, 3.0 - k),
        lambda rng, k: rng.uniform(0.0, float("inf") if k == 4 else 1.0),
        lambda rng, k: rng.integers(4 - k),
        lambda rng, k: rng.integers(3, 6 - k),
        lambda rng, k: rng.integers(3, 6 - k, endpoint=True),
        lambda rng, k: rng.exponential(3.0 - k),
        lambda rng, k: rng.poisson(3.0 - k),
        lambda rng, k: rng.gamma(2.0 - k, 1.0),
        lambda rng, k: rng.beta(2.0, 3.0 - k),
    ],
)
def test_errors_in_the_middle(draw):
    def f(rng, n):
        total = 0.0
        for k in range(n):
            total += rng.random()
            total += draw(rng, k)
        return total

    assert_raises_alike(f, KINDS["PCG64"])


@pytest.mark.parametrize(
    "draw",
    [lambda rng, k: rng.randint(0, 3 - k), lambda rng, k: rng.randrange(3 - k), lambda rng, k: rng.randrange(5, 8 - k)],
)
def test_errors_of_pythons_generator(draw):
    def f(rng, n):
        total = 0.0
        for k in range(n):
            total += rng.random() + draw(rng, k)
        return total

    assert_raises_alike(f, KINDS["Random"])


def assert_raises_alike(f, make):
    ours, theirs = make(), make()
    static = sct.to_static(f)
    assert static(ours, 2) == f(theirs, 2)
    with pytest.raises(Exception) as want:
        f(theirs, 8)
    with pytest.raises(type(want.value)) as got:
        static(ours, 8)
    assert str(got.value).splitlines()[0] == str(want.value).splitlines()[0]
    assert random_state(ours) == random_state(theirs)


def test_odd_parameters():
    def f(rng, loc, scale, n):
        total = 0.0
        for _ in range(n):
            total = rng.normal(loc, scale)
        return (total,)

    inf, nan = float("inf"), float("nan")
    for loc, scale in ((0, 1), (True, 2), (np.float64(1.0), 0.0), (inf, 1.0), (0.0, inf), (np.int32(3), np.uint8(2)), (np.float32(0.1), 1.5)):
        compare(f, KINDS["PCG64"], loc, scale, 5)
    static, ours, theirs = sct.to_static(f), KINDS["PCG64"](), KINDS["PCG64"]()
    assert str(static(ours, nan, 1.0, 3)) == str(f(theirs, nan, 1.0, 3))
    assert random_state(ours) == random_state(theirs)


# -- locks -------------------------------------------------------------------------------------------


def test_two_threads_and_two_generators():
    """Neither hangs, and every draw is made once."""

    def f(a, b, n):
        total = 0.0
        for _ in range(n):
            total += a.random() + b.random()
        return total

    static = sct.to_static(f)
    a, b = np.random.default_rng(1), np.random.default_rng(2)
    static(a, b, 1)
    threads = [threading.Thread(target=lambda one=one: [static(*one, 20_000) for _ in range(20)]) for one in ((a, b), (b, a))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive()
    for seed, used in ((1, a), (2, b)):
        fresh = np.random.default_rng(seed)
        fresh.random(2 * 20 * 20_000 + 1)
        assert random_state(used) == random_state(fresh)


def test_locks_are_given_back():
    rng = np.random.default_rng(0)
    table = Generators([rng])
    assert table.bits(0) == table.bits(0)
    free = []
    tried = threading.Thread(target=lambda: free.append(rng.bit_generator.lock.acquire(blocking=False)))
    tried.start()
    tried.join()
    assert free == [False]
    table.release()
    again = threading.Thread(target=lambda: free.append(rng.bit_generator.lock.acquire(blocking=False)))
    again.start()
    again.join()
    assert free == [False, True]


# -- what cannot be trusted is called back -----------------------------------------------------------


def test_without_the_functions(monkeypatch):
    monkeypatch.setattr(random_functions, "native_methods", tuple)
    static = compare(uniform, KINDS["PCG64"], 50)
    assert "generator_bits" not in static.report()


def test_all_functions_are_found_here():
    assert set(random_functions._FORMS) < set(random_functions.native_methods())
    assert "Random.random" in random_functions.native_methods()


# -- at random ---------------------------------------------------------------------------------------

NUMBERS = itertools.count()
PIECES = (
    "x += rng.random()", "x -= rng.uniform(-1.0, x * x)", "x += rng.normal(x, 0.5)", "i = int(rng.integers(1, 9))",
    "i += int(rng.integers(i + 1))", "x += rng.exponential(1.5) * i", "x += rng.normal(size=2)[i % 2]",
    "i = (i + int(rng.poisson(2.0))) % 50", "x *= rng.beta(2.0, i + 1.0)", "x += rng.standard_gamma(0.3 * i)",
)  # fmt: skip


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.randoms(use_true_random=False), st.sampled_from(GENERATORS))
def test_random_programs(choose, kind):
    lines = ["def f(rng, n):", "    x, i = 0.5, 3", "    for k in range(n):"]
    for _ in range(choose.randint(1, 5)):
        piece = choose.choice(PIECES)
        if choose.random() < 0.4:
            lines += [f"        if {choose.choice(['x > 0.0', 'rng.random() < 0.5', 'k % 2'])}:", f"            {piece}"]
        else:
            lines.append(f"        {piece}")
    lines += ["        if not abs(x) < 1e6:", "            x = 0.25", "    return x, i"]
    compare(from_text("\n".join(lines)), KINDS[kind], 30)


def from_text(text):
    """The function `f` of a text that sct can find."""
    name = f"<drawn {next(NUMBERS)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    namespace = {}
    exec(compile(text, name, "exec"), namespace)
    return namespace["f"]
