"""Draws in every position of Python code: each happens when, and as often as, Python would have drawn."""

import dataclasses
import functools
import random

import numpy as np

from tests.harness import Theme, call
from tests.programs.random_numbers import seeded

program = Theme("random_order")
RNG = np.random.default_rng(12)


@dataclasses.dataclass
class Config:
    rng: np.random.Generator
    n: int


@program(seeded(0), seeded(1))
def in_an_object_made_here(rng):
    """A dataclass and a dict of the function's own hold the generator."""
    config = Config(rng, 3)
    held = {"rng": rng}
    return [config.rng.random() for _ in range(config.n)], held["rng"].normal(), config.rng is held["rng"]


@program(seeded(0), seeded(1))
def in_closures_and_maps(rng):
    """Inner functions, lambdas, map, sorted with a random key."""

    def inner(k):
        return rng.random() * k

    return sum(map(inner, [1, 2, 3])), sorted([3, 1, 2], key=lambda _: rng.random()), (lambda: rng.integers(9))()


@program(seeded(0), seeded(2))
def in_comprehensions(rng):
    """Comprehensions, generator expressions, any and max."""
    flags = [rng.random() > 0.5 for _ in range(3)]
    largest = max(rng.random() for _ in range(5))
    return flags, largest, any(rng.random() > 0.9 for _ in range(10)), {k: rng.random() for k in "ab"}, rng.random()


@program(seeded(0), seeded(1))
def in_the_users_generator(rng):
    """A generator function that yields draws, stopped early."""

    def draws():
        for _ in range(10):
            yield rng.random()

    out = []
    for value in draws():
        out.append(value)
        if len(out) == 3:
            break
    return out, rng.random()


@program(seeded(0, np.arange(1.0, 7.0)), seeded(3, np.arange(1.0, 7.0)))
def as_masks_and_indices(rng, x):
    """Draws as masks, as indices, as factors of parts of the caller's array."""
    x[rng.random(len(x)) > 0.5] *= rng.random()
    x[rng.integers(len(x))] = 0
    x += rng.random(x.shape)
    y = x.copy()
    y[rng.random(x.shape) < 0.5] = 0
    return y, rng.choice(np.flatnonzero(y)) if y.any() else -1


@program(seeded(0, np.zeros(3)), seeded(5, np.ones(3)))
def in_while_else(rng, x):
    """while with break, else and a counter."""
    i = 0
    while i < 30:
        i += 1
        if rng.random() > 0.9:
            break
        x = x + rng.normal(size=x.shape)
    else:
        x = x * 2
    return x, i


@program(seeded(0, 1.0), seeded(0, -1.0))
def in_finally(rng, scale):
    """finally draws also when the body raises."""
    try:
        z = rng.normal(0.0, scale)
    finally:
        after = rng.random()
    return z, after


@program(seeded(0, 12), seeded(1, 12))
def evolution(rng, n):
    """A genetic algorithm: selection by argsort, mutation, stacking."""
    population = rng.random((n, 4))
    for _ in range(8):
        fitness = -((population - 0.3) ** 2).sum(axis=1)
        parents = population[np.argsort(fitness)[::-1][: n // 2]]
        chosen = rng.integers(0, len(parents), n - len(parents))
        population = np.vstack([parents, parents[chosen] + rng.normal(0, 0.1, (n - len(parents), 4))])
    return population


@program(seeded(0), seeded(1))
def shuffles_of_views(rng):
    """shuffle of slices, reshaped and transposed views writes through."""
    x = np.arange(10)
    rng.shuffle(x[::2])
    rng.shuffle(x.reshape(2, 5))
    m = np.arange(6).reshape(2, 3)
    rng.shuffle(m.T)
    return x, m


@program(seeded(0, np.float64(1)), seeded(0, np.float64(-1)))
def one_of_several(rng, flag):
    """A name that is now the caller's generator, now one made here, changed in a loop."""
    chosen = rng if flag > 0 else np.random.default_rng(5)
    out = []
    for i in range(3):
        out.append(chosen.random())
        if out[-1] > 0.5:
            chosen = np.random.default_rng(i)
    return out, chosen.random(), rng.random()


@program(seeded(0), seeded(1))
def looked_at(rng):
    """type, isinstance, hasattr, is, == of a generator; its text."""
    other = rng
    kinds = isinstance(rng, np.random.Generator), isinstance(rng, np.random.RandomState), hasattr(rng, "normal")
    return rng.random(3) - other.random(3), other is rng, other == rng, type(rng) is np.random.Generator, kinds, rng is None


@program(seeded(0), seeded(1))
def in_partials(rng):
    """functools.partial of a bound method, with arguments added at the call."""
    draw = functools.partial(rng.normal, 5.0, size=2)
    return draw(), draw(scale=0.1)


@program(seeded(0), seeded(1))
def list_then_shuffle_then_append(rng):
    """A shuffled list goes on being a list."""
    deck = [1, 2, 3, 4]
    rng.shuffle(deck)
    deck.append(rng.integers(3))
    return deck, rng.permutation(deck)


@program(seeded(0, RNG.normal(size=(3, 4))), seeded(1, RNG.normal(size=(2, 2))))
def element_by_element(rng, x):
    """A draw for each element, with a scale that depends on it."""
    noise = np.empty_like(x)
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            noise[i, j] = rng.normal(x[i, j], 1.0 if x[i, j] > 0 else 2.0)
    return noise


@program(seeded(0, 0.9), seeded(0, 0.0))
def in_an_assertion(rng, limit):
    """assert draws once; the message does not."""
    assert rng.random() < limit, "too large"
    return rng.random()


@program(seeded(0), seeded(4))
def early_return(rng):
    """Return out of a loop over drawn values."""
    for x in rng.random(4):
        if x > 0.6:
            return x, rng.random()
    return None


@program.built(call(3), call(3), call(4))
def cached_generator(jit):
    """lru_cache keeps a generator from call to call."""

    @functools.lru_cache
    def shared(seed):
        return np.random.default_rng(seed)

    @jit
    def run(seed):
        return shared(seed).random(), shared(seed) is shared(seed)

    return run, lambda: shared(3)


@program.built(call(["a", "b", "c"], 2), call(["x", "y"], 1))
def texts(jit):
    """Choices and samples of texts by Python's random."""
    random.seed(8)

    @jit
    def run(words, k):
        return random.choice(words), random.sample(words, k), random.choices(words, k=k), random.random()

    return run, lambda: random._inst


@program.built(call(2), call(3), call(2), compiles=2)
def two_static_functions(jit):
    """One static function calls another; both draw from one generator."""
    rng = np.random.default_rng(3)

    @jit
    def inner(n):
        return rng.normal(size=n).sum()

    @jit
    def outer(n):
        return inner(n) + rng.random() + inner(n)

    def run(n):
        return outer(n), inner(n)

    return run, lambda: rng
