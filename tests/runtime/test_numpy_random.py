"""Every name of np.random and of Python's random in a static function: the same draws and states, or a refusal."""

import random

import numpy as np
import pytest

import sct
from sct.errors import SctError
from tests.harness.observe import random_state

ARGUMENTS = {
    "beta": "(1.0, 2.0)", "binomial": "(5, 0.5)", "bytes": "(3)", "chisquare": "(2.0)", "choice": "(5)", "dirichlet": "([1.0, 2.0])", "f": "(2.0, 3.0)",
    "gamma": "(2.0)", "geometric": "(0.5)", "hypergeometric": "(3, 4, 5)", "logseries": "(0.5)", "multinomial": "(4, [0.5, 0.5])",
    "multivariate_normal": "([0.0, 0.0], np.eye(2))", "negative_binomial": "(3, 0.5)", "noncentral_chisquare": "(2.0, 1.0)", "noncentral_f": "(2.0, 3.0, 1.0)",
    "pareto": "(2.0)", "permutation": "(4)", "poisson": "(3.0)", "power": "(2.0)", "rand": "(2)", "randint": "(5)", "randn": "(2)", "random_integers": "(5)",
    "random_sample": "(2)", "seed": "(3)", "set_state": "(None)", "shuffle": "([1, 2])", "standard_gamma": "(2.0)", "standard_t": "(3.0)",
    "triangular": "(0, 1, 2)", "vonmises": "(0.0, 1.0)", "wald": "(1.0, 1.0)", "weibull": "(2.0)", "zipf": "(2.0)", "default_rng": "(1).random()",
    "RandomState": "(3).rand()", "Generator": "(np.random.PCG64(2)).random()", "SeedSequence": "(3).spawn(1)[0] is None",
    **{name: "(3) is None" for name in ("MT19937", "Philox", "PCG64", "PCG64DXSM", "SFC64", "BitGenerator")},
}  # fmt: skip
OF_PYTHON = {
    "betavariate": "(1.0, 2.0)", "binomialvariate": "(5, 0.5)", "choice": "([1, 2, 3])", "choices": "([1, 2, 3], k=2)", "expovariate": "(1.0)",
    "gammavariate": "(1.0, 2.0)", "getrandbits": "(5)", "lognormvariate": "(0.0, 1.0)", "normalvariate": "(0.0, 1.0)", "gauss": "(0.0, 1.0)",
    "paretovariate": "(2.0)", "randint": "(1, 6)", "randbytes": "(3)", "randrange": "(5)", "sample": "(range(9), 3)", "seed": "(3)", "setstate": "(None)",
    "shuffle": "([1, 2])", "uniform": "(1, 2)", "vonmisesvariate": "(0.0, 1.0)", "weibullvariate": "(1.0, 2.0)", "Random": "(3).random()",
    "SystemRandom": "().random()",
}  # fmt: skip
REFUSED = {"get_state", "set_state", "BitGenerator", "getstate", "setstate", "randbytes", "SystemRandom"}


def check(tmp_path, module, name, call, state, seed):
    text = f"import random\nimport numpy as np\ndef f(x):\n    return x, {module}.{name}{call}\n"
    file = tmp_path / "line.py"
    file.write_text(text)
    scope = {}
    exec(compile(text, str(file), "exec"), scope)
    static = sct.to_static(scope["f"], backend="numpy")
    for start in (11, 12, 13):
        seed(start)
        before = random_state(state)
        if name in REFUSED:
            with pytest.raises(SctError):
                static(1.0)
            assert random_state(state) == before
            continue
        want = scope["f"](1.0)
        after = random_state(state)
        seed(start)
        assert repr(static(1.0)) == repr(want)
        assert random_state(state) == after


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", np.random.__all__)
def test_of_numpy(tmp_path, name):
    check(tmp_path, "np.random", name, ARGUMENTS.get(name, "()"), np.random.mtrand._rand, np.random.seed)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", random.__all__)
def test_of_python(tmp_path, name):
    check(tmp_path, "random", name, OF_PYTHON.get(name, "()"), random._inst, random.seed)


def test_a_state_that_was_seeded_elsewhere():
    """Other code may seed, between calls: the program goes on from there."""

    @sct.to_static
    def draw(x):
        return x + np.random.rand()

    for seed in (1, 2, 1):
        np.random.seed(seed)
        got = draw(0.0)
        np.random.seed(seed)
        assert got == np.random.rand()
    assert draw.cache_info().misses == 1


def test_fresh_generators_need_no_new_program():
    @sct.to_static
    def draw(rng):
        return rng.normal(size=2)

    for seed in range(5):
        assert np.array_equal(draw(np.random.default_rng(seed)), np.random.default_rng(seed).normal(size=2))
    assert np.array_equal(draw(np.random.Generator(np.random.MT19937(3))), np.random.Generator(np.random.MT19937(3)).normal(size=2))
    assert draw.cache_info().misses == 1
    assert draw(np.random.RandomState(3)).shape == (2,)  # another class: another program
    assert draw.cache_info().misses == 2


def test_tracing_draws_nothing():
    rng = np.random.default_rng(1)
    before = random_state(rng)
    sct.to_static(lambda g: g.normal(size=3) if g.random() > 0.5 else g.integers(5, size=3) * 1.0).program(rng)
    assert random_state(rng) == before


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_extents_that_do_not_fit_at_run_time_put_the_generator_back(backend):
    def f(x, y, rng):
        return x @ rng.standard_normal((3, 8)) - y[:, None]

    static = sct.to_static(f, backend=backend)
    for n in (6, 5, 4):
        static(np.ones((n, 3)), np.ones(n), np.random.default_rng(0))
    ours, theirs = np.random.default_rng(0), np.random.default_rng(0)
    for function, rng in ((static, ours), (f, theirs)):
        with pytest.raises(ValueError, match="could not be broadcast"):
            function(np.ones((4, 3)), np.ones(3), rng)
    assert random_state(ours) == random_state(theirs)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_seeds_under_their_own_names(backend):
    def by_name():
        np.random.seed(seed=3)
        random.seed(a=4)
        state, python = np.random.RandomState(seed=2), random.Random(x=5)
        state.seed(seed=6)
        rng = np.random.Generator(bit_generator=np.random.PCG64(np.random.SeedSequence(entropy=7)))
        return np.random.rand(), random.random(), state.rand(), python.random(), rng.random()

    def by_version():
        random.seed("abc", version=1)
        return random.random()

    def too_many(seed):
        np.random.seed(seed, 2)

    for f in (by_name, by_version):
        assert sct.to_static(f, backend=backend)() == f()
    with pytest.raises(TypeError):
        sct.to_static(too_many, backend=backend)(1)
    with pytest.raises(SctError, match="more than its seed"):
        sct.to_static(lambda: np.random.SeedSequence(3, (1,)).spawn(1), backend=backend)()
