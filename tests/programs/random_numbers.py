"""Programs that draw random numbers: values, order of draws and the generator's state afterwards."""

import random

import numpy as np

from tests.harness import Refusal, Theme, call, fresh

program = Theme("random_numbers")
RNG = np.random.default_rng(99)


def seeded(seed, *args):
    """A call with a generator of its own."""
    return fresh(lambda: (np.random.default_rng(seed), *[np.array(a) if isinstance(a, np.ndarray) else a for a in args]))


def legacy(seed, *args):
    """The same with a RandomState."""
    return fresh(lambda: (np.random.RandomState(seed), *[np.array(a) if isinstance(a, np.ndarray) else a for a in args]))


# -- programs ----------------------------------------------------------------------------------------


@program(seeded(0, 200), seeded(1, 200), seeded(2, 50))
def monte_carlo_pi(rng, n):
    """Pi by throwing darts at a square, one by one."""
    inside = 0
    for _ in range(n):
        x = rng.random()
        y = rng.random()
        if x * x + y * y < 1.0:
            inside += 1
    return 4.0 * inside / n


@program(seeded(0, 500), seeded(1, 500))
def monte_carlo_pi_arrays(rng, n):
    """Pi by darts, all at once."""
    points = rng.uniform(-1.0, 1.0, size=(n, 2))
    return 4 * np.mean((points**2).sum(axis=1) <= 1.0)


@program(seeded(0, RNG.normal(size=8), 200, 1.0, 0.97), seeded(3, RNG.normal(size=8), 200, 2.0, 0.95))
def simulated_annealing(rng, x, steps, temperature, cooling):
    """Minimise a bumpy function; worse states are taken with a probability that falls."""
    energy = np.sum(x**2 - 3 * np.cos(4 * x))
    best, best_energy = x.copy(), energy
    for _ in range(steps):
        k = rng.integers(len(x))
        proposal = x.copy()
        proposal[k] += rng.normal(0.0, 0.5)
        new = np.sum(proposal**2 - 3 * np.cos(4 * proposal))
        if new < energy or rng.random() < np.exp((energy - new) / temperature):
            x, energy = proposal, new
            if energy < best_energy:
                best, best_energy = x.copy(), energy
        temperature *= cooling
    return best, best_energy


@program(seeded(0, 100), seeded(7, 100))
def metropolis(rng, n):
    """Metropolis sampling of a normal distribution."""
    samples = np.empty(n)
    x = 0.0
    accepted = 0
    for i in range(n):
        candidate = x + rng.uniform(-1, 1)
        if np.log(rng.random()) < 0.5 * (x * x - candidate * candidate):
            x = candidate
            accepted += 1
        samples[i] = x
    return samples, accepted / n


@program(seeded(0, 40), seeded(5, 40))
def gibbs(rng, n):
    """Gibbs sampling of a correlated pair."""
    out = np.zeros((n, 2))
    x = y = 0.0
    for i in range(n):
        x = rng.normal(0.8 * y, 0.6)
        y = rng.normal(0.8 * x, 0.6)
        out[i] = x, y
    return out


@program(seeded(0, RNG.normal(size=30), 20), seeded(4, RNG.normal(size=30), 20))
def bootstrap(rng, data, rounds):
    """A confidence interval of the mean by resampling."""
    means = np.empty(rounds)
    for b in range(rounds):
        sample = rng.choice(data, size=len(data), replace=True)
        means[b] = sample.mean()
    return np.percentile(means, [2.5, 97.5])


@program(seeded(0, RNG.normal(size=(20, 3)), RNG.normal(size=20), 4, 0.05), seeded(9, RNG.normal(size=(20, 3)), RNG.normal(size=20), 2, 0.1))
def shuffled_sgd(rng, X, y, epochs, rate):
    """Stochastic gradient descent over a new permutation in each epoch."""
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        order = rng.permutation(len(y))
        for i in order:
            error = X[i] @ w - y[i]
            w -= rate * error * X[i]
    return w


@program(seeded(0, np.arange(12.0).reshape(6, 2)), seeded(1, np.arange(12.0).reshape(6, 2)))
def shuffle_in_place(rng, x):
    """shuffle changes the caller's array, along either axis."""
    rng.shuffle(x)
    rng.shuffle(x, axis=1)
    rng.shuffle(x[1:4])
    return x[0].sum()


@program(seeded(0), seeded(1))
def shuffle_lists(rng):
    """shuffle of lists: the items are numbers, texts, arrays."""
    numbers = list(range(10))
    rng.shuffle(numbers)
    floats = [1.5, 2.5, 3.5]
    rng.shuffle(floats)
    arrays = [np.zeros(2), np.ones(2), np.full(2, 5.0)]
    rng.shuffle(arrays)
    return numbers, floats, arrays


@program(seeded(0, 30), seeded(3, 30))
def random_walk_until(rng, limit):
    """A while loop whose condition draws."""
    x = steps = 0
    while rng.random() < 0.9 and steps < limit:
        x += 1 if rng.random() < 0.5 else -1
        steps += 1
    return x, steps


@program(seeded(0), seeded(1), seeded(2), seeded(3))
def draws_in_one_branch(rng):
    """Only the branch that runs draws."""
    u = rng.random()
    if u > 0.5:
        v = rng.normal()
    elif u > 0.25:
        v = rng.exponential() + rng.gamma(2.0)
    else:
        v = u
    return u, v, rng.random()


@program(seeded(0), seeded(1), seeded(2))
def lazy_draws(rng):
    """and, or and the conditional expression draw as lazily as Python."""
    a = rng.random() < 0.5 and rng.random() < 0.5
    b = rng.random() < 0.5 or rng.random() < 0.5
    c = rng.random() if rng.random() < 0.5 else 0.0
    return a, b, c, rng.random()


@program(seeded(0), seeded(1))
def results_are_unused(rng):
    """A draw whose result nobody looks at still advances the generator."""
    rng.random(100)
    [rng.normal() for _ in range(3)]
    for _ in range(5):
        rng.integers(10)
    return rng.random()


@program(seeded(0), seeded(1))
def equal_draws_differ(rng):
    """Two draws that are written alike are two draws; one in a loop is one for each iteration."""
    a = rng.normal(size=2)
    b = rng.normal(size=2)
    total = 0.0
    for _ in range(20):
        total += rng.normal(0.0, 1.0)
    return a - b, total


@program(call(3), call(4), call(3))
def made_inside(seed):
    """A generator that the function itself makes."""
    rng = np.random.default_rng(seed)
    return rng.normal(size=4), rng.integers(0, 10, 5), rng.random()


@program(call(np.int64(3)), call(np.int64(4)))
def made_inside_of_a_run_time_seed(seed):
    """A seed that only the running program knows."""
    rng = np.random.default_rng(seed)
    other = np.random.Generator(np.random.PCG64(seed + 1))
    return rng.normal(size=4), other.random()


@program(call(5), call(3))
def made_in_a_loop(n):
    """A new generator in each iteration."""
    out = np.empty(n)
    for i in range(n):
        rng = np.random.default_rng(i)
        out[i] = rng.random() + rng.normal()
    return out


@program(call(np.float64(1.0)), call(np.float64(-1.0)))
def made_in_branches(x):
    """Which of two generators it is, only the running program knows."""
    if x > 0:
        rng = np.random.default_rng(1)
    else:
        rng = np.random.default_rng(2)
    return rng.random(3) + x


@program(seeded(0, np.float64(1.0)), seeded(0, np.float64(-1.0)))
def outside_or_inside(rng, x):
    """A generator of the caller, or another one."""
    chosen = rng
    if x > 0:
        chosen = np.random.default_rng(7)
    return chosen.random(), rng.random()


@program(call(1), call(None), call(np.float64(2.0)))
def default_generator(x, rng=None):
    """The usual default: no generator means a new one."""
    if rng is None:
        rng = np.random.default_rng(11)
    return rng.random() + (x or 0)


@program(fresh(lambda: (np.random.default_rng(3),)), call(3))
def seed_or_generator(seed):
    """default_rng answers a generator as it is."""
    rng = np.random.default_rng(seed)
    return rng.normal(), rng is seed, isinstance(seed, np.random.Generator)


@program.built(call(3), call(3), call(2))
def generator_of_a_module(jit):
    """A global generator, drawn from in functions that are called."""
    rng = np.random.default_rng(17)

    def noise(n):
        return rng.normal(size=n)

    @jit
    def run(n):
        total = 0.0
        for i in range(n):
            total += noise(2).sum() * i
        return total

    return run, lambda: rng


@program.built(call(np.ones(3)), call(np.zeros(3)))
def generator_in_an_object(jit):
    """A generator kept in an attribute, used by methods."""

    class Layer:
        def __init__(self, seed):
            self.rng = np.random.default_rng(seed)
            self.rate = 0.5

        def dropout(self, x):
            keep = self.rng.random(x.shape) >= self.rate
            return x * keep / (1 - self.rate)

    layer = Layer(5)

    @jit
    def run(x):
        return layer.dropout(layer.dropout(x + 1.0))

    return run, lambda: layer


@program.built(call(1), call(2), retraces=True)
def generator_put_into_an_object(jit):
    """The function makes a generator and keeps it for later calls."""

    class Box:
        rng = None

    box = Box()

    @jit
    def run(k):
        if box.rng is None:
            box.rng = np.random.default_rng(k)
        return box.rng.random()

    return run, lambda: box.rng


@program(call(4), call(5))
def generator_returned(seed):
    """A generator is returned, drawn from before."""
    rng = np.random.default_rng(seed)
    first = rng.random()
    return first, rng, {"rng": rng}


@program(fresh(lambda: ([np.random.default_rng(1), np.random.default_rng(2)], 6)))
def several_generators(rngs, n):
    """A list of generators, drawn from in turn."""
    out = []
    for i in range(n):
        out.append(rngs[i % 2].random())
    return out


def _twice():
    rng = np.random.default_rng(8)
    return rng, rng


@program(fresh(_twice), fresh(lambda: (np.random.default_rng(8), np.random.default_rng(8))))
def aliased_generators(a, b):
    """Two names for one generator, or two of the same seed."""
    return a.random(), b.random(), a is b


@program(seeded(0, 1.0), seeded(0, -1.0))
def raises_in_between(rng, scale):
    """An exception between draws: the generator stands where Python left it."""
    a = rng.normal()
    b = rng.normal(0.0, scale)
    return a, b


@program(seeded(0, 0.9), seeded(0, 0.1))
def raises_after_draws(rng, limit):
    """A user's own exception under a random condition."""
    total = 0.0
    for i in range(100):
        total += rng.random()
        if rng.random() > limit:
            raise ValueError(f"too large after {i}: {total:.6f}")
    return total


@program(seeded(1), seeded(2))
def prints_draws(rng):
    """print shows the drawn values, in order."""
    for i in range(3):
        print(i, rng.integers(100), f"{rng.random():.3f}")
    return rng.random()


# -- methods -----------------------------------------------------------------------------------------


@program(seeded(0, np.array([1.0, 2.0]), 3), seeded(1, np.array([0.5, 4.0]), 3))
def distributions(rng, p, n):
    """Every distribution of a Generator, with parameters that are arrays and numbers."""
    return [
        rng.beta(p, 2.0), rng.binomial(10, 0.3, n), rng.chisquare(p), rng.exponential(p, size=(n, 2)), rng.f(3.0, p),
        rng.gamma(p, 2.0), rng.geometric(0.3, size=n), rng.gumbel(p), rng.hypergeometric(5, 6, 7, n), rng.laplace(0, p),
        rng.logistic(p), rng.lognormal(0.0, p), rng.logseries(0.4, n), rng.negative_binomial(3, 0.5, n),
        rng.noncentral_chisquare(p, 1.0), rng.noncentral_f(3, 4, p), rng.normal(p, 1.0, (n, 2)), rng.pareto(p),
        rng.poisson(p), rng.power(p), rng.rayleigh(p), rng.standard_cauchy(n), rng.standard_exponential(n),
        rng.standard_gamma(p), rng.standard_normal((2, n)), rng.standard_t(p), rng.triangular(-1, 0, p),
        rng.uniform(p, 5.0), rng.vonmises(0.0, p), rng.wald(p, 1.0), rng.weibull(p), rng.zipf(2.5, n),
        rng.multinomial(5, [0.2, 0.3, 0.5]), rng.multinomial(5, [0.2, 0.3, 0.5], size=n), rng.dirichlet(p), rng.dirichlet(p, n),
        rng.multivariate_normal(p, np.eye(2)), rng.multivariate_normal(p, np.eye(2), (n, 1), method="cholesky"),
        rng.multivariate_hypergeometric([3, 4, 5], 6), rng.multivariate_hypergeometric([3, 4, 5], 6, size=n),
    ]  # fmt: skip


@program(seeded(0), seeded(1))
def scalar_results(rng):
    """Single draws are Python floats and ints, or NumPy integers, as NumPy has it."""
    return [
        rng.random(), rng.random(dtype=np.float32), rng.normal(), rng.normal(np.float32(1)), rng.normal(size=()), rng.integers(5),
        rng.integers(5, dtype=np.int8), rng.integers(0, 2, dtype=bool), rng.poisson(), rng.poisson(np.array(2.0)), rng.choice(5),
        rng.choice([10, 20]), rng.choice(np.array([[1, 2], [3, 4]])), rng.binomial(3, 0.5), rng.integers(np.array([3, 4])),
        rng.integers(3, endpoint=True), rng.integers(-3, 3, size=4, dtype="uint8" if False else "int16"),
    ]  # fmt: skip


@program(seeded(0, np.arange(6.0).reshape(3, 2)), seeded(1, np.arange(6.0).reshape(3, 2)))
def choices_and_orders(rng, x):
    """choice, permutation and permuted in all forms."""
    return [
        rng.choice(x), rng.choice(x, 2), rng.choice(x, (2, 2), axis=1), rng.choice(10, 4, replace=False),
        rng.choice(3, 5, p=[0.2, 0.3, 0.5]), rng.choice(x[:, 0], 2, replace=False, p=np.array([0.1, 0.2, 0.7])),
        rng.choice(10, 4, replace=False, shuffle=False), rng.permutation(5), rng.permutation(x), rng.permutation(x, axis=1),
        rng.permuted(x), rng.permuted(x, axis=0), rng.permutation([1, 2, 3]), rng.choice((4, 5, 6), size=2),
    ]  # fmt: skip


@program(seeded(0, np.zeros((2, 3)), np.zeros(3, np.float32)), seeded(1, np.zeros((2, 3)), np.zeros(3, np.float32)))
def into_arrays(rng, x, y):
    """out=: the caller's array is filled, and answered."""
    a = rng.random(out=x)
    rng.standard_normal(out=y, dtype=np.float32)
    z = np.empty(4)
    b = rng.standard_exponential(out=z)
    rng.permuted(x, axis=1, out=x)
    return a is x, b is z, z


@program(seeded(0, np.ones((2, 3)), np.int64(4)), seeded(1, np.ones((2, 3)), np.int64(2)), seeded(1, np.ones((3, 3)), np.int64(3)))
def sizes(rng, x, n):
    """Sizes from shapes and from numbers that only the running program knows."""
    return rng.normal(size=x.shape) + x, rng.random(n), rng.integers(0, 5, (2, n)), rng.permutation(n), rng.standard_normal(x.shape[0])


@program(seeded(0), seeded(1))
def not_compatible(rng):
    """A size that the parameters do not fit."""
    rng.random()
    return rng.normal(np.zeros(3), 1.0, size=2)


@program(seeded(0))
def unknown_method(rng):
    """A name that generators do not have."""
    rng.random()
    return rng.randn(3)


@program(seeded(0))
def wrong_arguments(rng):
    """An argument that the method does not have."""
    return rng.normal(0.0, 1.0, shape=3)


@program(seeded(0), seeded(5))
def bit_generators(rng):
    """A second Generator on the same bits, and generators of all kinds of bits."""
    other = np.random.Generator(rng.bit_generator)
    made = [np.random.Generator(kind(5)) for kind in (np.random.MT19937, np.random.Philox, np.random.SFC64, np.random.PCG64DXSM)]
    return other.random(), rng.random(), [g.integers(1000) for g in made]


@program(call(5), call(6))
def spawned(seed):
    """Children of a seed sequence and of a generator."""
    children = np.random.SeedSequence(seed).spawn(3)
    rngs = [np.random.default_rng(child) for child in children]
    parent = np.random.default_rng(seed)
    first, second = parent.spawn(2)
    return [g.random() for g in rngs], first.random(), second.random(), parent.random()


@program(seeded(0), seeded(1))
def method_as_a_value(rng):
    """A bound method under a name, and handed to a function."""
    draw = rng.normal

    def twice(f):
        return f() + f(1.0)

    return draw(size=2), twice(draw), twice(lambda *a: rng.uniform(0, *a))


# -- the state of np.random, and RandomState ---------------------------------------------------------


@program.built(call(0), call(1), call(0))
def legacy_functions(jit):
    """np.random.seed and the functions of the global state."""

    @jit
    def run(seed):
        np.random.seed(seed)
        a = [
            np.random.rand(), np.random.rand(2, 3), np.random.randn(3), np.random.randint(10), np.random.randint(0, 5, size=3),
            np.random.random(), np.random.random_sample(2), np.random.uniform(-1, 1, 2), np.random.normal(0, 1, 2),
            np.random.choice(5, 3), np.random.choice([1.5, 2.5]), np.random.permutation(4), np.random.exponential(), np.random.poisson(3, 2),
            np.random.multivariate_normal([0, 0], np.eye(2)), np.random.standard_normal(2), np.random.binomial(5, 0.5),
            np.random.ranf(2), np.random.sample(2), np.random.gamma(2.0, 1.0, 2), np.random.beta(1, 2), np.random.randint(0, 9, 3, dtype=np.int8),
        ]  # fmt: skip
        x = np.arange(5)
        np.random.shuffle(x)
        return a, x

    return run, lambda: np.random.mtrand._rand


@program.built(call(3), call(4))
def legacy_without_a_seed(jit):
    """The global state goes on from call to call, and stays what other code makes of it."""
    np.random.seed(123)

    @jit
    def run(n):
        total = 0.0
        for _ in range(n):
            if np.random.rand() < 0.5:
                total += np.random.randn()
        return total, np.random.rand()

    return run, lambda: np.random.mtrand._rand


@program(legacy(0, 4), legacy(1, 4))
def random_state(rs, n):
    """A RandomState of the caller."""
    rs.standard_normal()  # leaves a second one behind
    x = rs.randn(n)
    rs.shuffle(x)
    return x, rs.rand(), rs.randint(3), rs.tomaxint(2), rs.choice(x, 2, replace=False), rs.permutation(n), rs.standard_normal()


@program(call(1), call(2))
def random_state_inside(seed):
    """A RandomState that the function makes, and seeds again."""
    rs = np.random.RandomState(seed)
    a = rs.normal(size=3)
    rs.seed(seed)
    return a, rs.normal(size=3), rs


# -- Python's random ---------------------------------------------------------------------------------


@program.built(call(0), call(7), call(0))
def python_random(jit):
    """The functions of the random module."""

    @jit
    def run(seed):
        random.seed(seed)
        return [
            random.random(), random.uniform(1, 2.5), random.randint(1, 6), random.randrange(10), random.randrange(0, 10, 3),
            random.gauss(0.0, 1.0), random.normalvariate(1.0, 2.0), random.expovariate(2.0), random.betavariate(1.0, 2.0),
            random.gammavariate(1.0, 2.0), random.triangular(0, 1, 0.5), random.lognormvariate(0, 1), random.paretovariate(3.0),
            random.weibullvariate(1.0, 2.0), random.vonmisesvariate(0.0, 1.0), random.getrandbits(20), random.choice([1, 2, 3]),
            random.choice(range(5, 50, 5)), random.choices([1.0, 2.0], k=3), random.choices([1, 2, 3], [5, 1, 1], k=4),
            random.sample(range(100), 5), random.sample([3, 1, 2], 2), random.choice(("a", "b")), random.choices("xyz", cum_weights=[1, 2, 9], k=2),
        ]  # fmt: skip

    return run, lambda: random._inst


@program.built(call(20), call(30))
def python_random_walk(jit):
    """A walk by random.choice and random.random, with a shuffled deck."""
    random.seed(5)

    @jit
    def run(n):
        x = 0
        for _ in range(n):
            x += random.choice([-1, 1])
            if random.random() < 0.1:
                x = 0
        deck = list(range(8))
        random.shuffle(deck)
        return x, deck

    return run, lambda: random._inst


@program(fresh(lambda: (random.Random(3), 5)), fresh(lambda: (random.Random(4), 5)))
def python_generator(rng, n):
    """A random.Random of the caller, and one that the function makes."""
    own = random.Random(8)
    return [rng.gauss(0, 1) for _ in range(n)], own.random(), rng.randint(0, 9)


@program.built(call(np.array([3.0, 1.0, 2.0])), call(np.array([3.0, 1.0, 2.0, 5.0])))
def python_random_of_arrays(jit):
    """random.choice and random.shuffle of an array."""
    random.seed(9)

    @jit
    def run(x):
        a = random.choice(x)
        random.shuffle(x)
        return a, random.uniform(x[0], x[1])

    return run, lambda: random._inst


def with_bits(make):
    """A call with a generator and its own bit generator, or another one."""
    return fresh(lambda: make(np.random.default_rng(5)))


@program(
    with_bits(lambda rng: (rng, rng.bit_generator)),
    with_bits(lambda rng: (rng, np.random.default_rng(5).bit_generator)),
    with_bits(lambda rng: (np.random.Generator(np.random.MT19937(1)), rng.bit_generator)),
)
def bit_generator_of_a_generator(rng, bits):
    """What a generator draws from: its class, and whether it is that of another."""
    kind = type(rng.bit_generator)
    other = np.random.Generator(bits)
    drawn = other.random(3), rng.random(2), np.random.Generator(rng.bit_generator).integers(9, size=3)
    same = rng.bit_generator is bits, rng.bit_generator is rng.bit_generator, other.bit_generator is bits
    return kind.__name__, kind is np.random.PCG64, isinstance(bits, np.random.BitGenerator), same, drawn


@program(call(3), call(4), call(5))
def bit_generator_of_a_made_one(seed):
    """The same of generators that the program makes."""
    rng = np.random.default_rng(seed)
    if rng.random() > 0.5:
        extra = np.random.Generator(rng.bit_generator).random()
    else:
        extra = 0.0
    other = np.random.Generator(rng.bit_generator)
    child = rng.spawn(1)[0]
    names = [type(g.bit_generator).__name__ for g in (rng, other, child)]
    mersenne = np.random.Generator(np.random.MT19937(seed)).bit_generator
    same = rng.bit_generator is other.bit_generator, rng.bit_generator is child.bit_generator
    return extra, other.random(), names, type(mersenne) is np.random.MT19937, same, rng.random()


@program(call(np.array([2.0, 3.0]), 0), call(np.array([2.0, 3.0]), 1), call(np.array([2.0, 3.0]), 2), call(np.array([-2.0, 3.0]), 3), call(np.array([1.0]), 4))
def a_bool_is_no_size(x, k):
    """NumPy takes no bool of Python's as an extent of what is drawn."""
    more = bool(x[0] > 1)
    rng, old = np.random.default_rng(0), np.random.RandomState(0)
    if k == 0:
        return rng.random((2, more))
    if k == 1:
        return rng.integers(3, size=more)
    if k == 2:
        return old.rand(2, more)
    if k == 3:
        return old.normal(size=(more, 2))
    return rng.random((2, 1 + more))


@program(*[seeded(3, n) for n in (0, 1, 4, 5, -1, -3, -6)])
def bytes_drawn(rng, n):
    """So many bytes, and what is drawn after them."""
    some = rng.bytes(n)
    return some, len(some), rng.random(), [rng.bytes(2).hex() for _ in range(3)], rng.integers(100)


@program(legacy(3, np.array([5])), legacy(4, np.array([5])))
def bytes_drawn_by_others(state, n):
    """The same of a RandomState, and of NumPy's own; the length is a number of the caller."""
    np.random.seed(7)
    return state.bytes(int(n[0])), np.random.bytes(3), state.rand()


@program(seeded(3, ["up", "down", "left"], np.array([0.2, 0.5, 0.3])), seeded(4, ["up", "down", "left"], np.array([0.2, 0.5, 0.3])))
def one_of_the_texts(rng, names, p):
    """One of several texts, as NumPy has it; with weights, and one after the other."""
    counts = {name: 0 for name in names}
    for _ in range(20):
        counts[rng.choice(names, p=p)] += 1
    way = rng.choice(["stay", "go"])
    return counts, way, way == "go", "".join([rng.choice(("a", "b")) for _ in range(8)]), rng.random()


@program(legacy(3), legacy(4))
def one_of_the_texts_by_others(state):
    """The same of a RandomState and of NumPy's own; weights that are none."""
    np.random.seed(5)
    try:
        state.choice(["a", "b"], p=[0.5, 0.6])
    except ValueError as error:
        said = str(error)
    return state.choice(["a", "b"], None, False), np.random.choice(["H", "T"]), said


@program(call(np.array([0.25, 0.5])), refused=Refusal("UnsupportedCallError", "g.random = y.pop"))
def draws_of_its_own(x):
    """What a generator draws from is an attribute of it, which its methods ask."""
    y, g = list(x), random.Random(1)
    g.random = y.pop
    return g.uniform(0.0, 8.0)


@program(call(3), refused=Refusal("UnsupportedCallError", "g.size = n"))
def attributes_of_generators(n):
    """NumPy's generators take no attributes."""
    g = np.random.default_rng(1)
    g.size = n
    return g.integers(n)
