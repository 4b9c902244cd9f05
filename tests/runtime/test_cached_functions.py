"""`functools.lru_cache` around functions that are called with numbers that keep changing, or only the run knows."""

import functools

import numpy as np
import pytest

import sct
from sct.errors import StaticValueError
from tests.runtime.same import form

X = np.arange(6.0).reshape(2, 3)


def both(body, numbers):
    """What calls with these numbers give, plain and static, each with a cache of its own."""

    def calls(convert):
        seen = []
        kept = {
            "boxed": functools.lru_cache(None)(lambda n: [n]),
            "scaled": functools.lru_cache(None)(lambda n: n * 1000),
            "paired": functools.lru_cache(None)(lambda n: (n, n + 1)),
            "counted": functools.lru_cache(None)(lambda n: seen.append(n) or n + 1),
        }
        function = convert(body(**kept))
        return [form(function(X.copy(), n)) for n in numbers], form(seen)

    assert calls(lambda f: sct.to_static(f)) == calls(lambda f: f)


BODIES = {
    "one object": lambda boxed, **_: lambda x, n: (boxed(n) is boxed(n), x + 1),
    "one tuple": lambda paired, **_: lambda x, n: (paired(n) is paired(n), paired(n) is paired(n + 1), x + 1),
    "changed": lambda boxed, **_: lambda x, n: (boxed(n).append(1), list(boxed(n)), x + 1),
    "called once": lambda counted, **_: lambda x, n: counted(n) + counted(n) + x,
    "numbers": lambda scaled, **_: lambda x, n: (scaled(n), scaled(n + 1), scaled(np.int64(n)), x + 1),
}


@pytest.mark.parametrize("name", BODIES)
def test_of_numbers_that_change_from_call_to_call(name):
    both(BODIES[name], [5000, 6000, 7000, 7000, 8000])


def test_of_computed_numbers_only_numbers_are_kept():
    both(lambda scaled, **_: lambda x, n: (scaled(int(x[0, 1]) + n), scaled(x[1, 1])), [1, 2, 3])
    listed, seen = functools.lru_cache(None)(lambda n: [n]), []
    counted = functools.lru_cache(None)(lambda n: seen.append(1) or n)
    for function in (lambda x: listed(int(x[0, 1])), lambda x: counted(x[0, 1])):
        with pytest.raises(StaticValueError, match="keeps its results"):
            sct.to_static(function)(X)


def test_arrays_and_lists_are_no_keys():
    kept = functools.lru_cache(None)(lambda n: n * 2)
    for function in (lambda x: kept(x), lambda x: kept((1, x[0])), lambda x: kept([1]) + x, lambda x: kept(n=x[0])):
        with pytest.raises(TypeError) as plain:
            function(X)
        with pytest.raises(TypeError) as static:
            sct.to_static(function)(X)
        assert type(static.value) is TypeError
        assert str(static.value) == str(plain.value)


class _Settings:
    def __init__(self, size):
        self.size = size
        self.seen = 0


@functools.lru_cache
def _table(settings, times):
    return settings.size * times


def test_an_object_that_changes_under_its_key():
    def calls(convert):
        settings, x = _Settings(5), np.arange(3.0)
        use = convert(lambda x: x * _table(settings, 2) + settings.seen)
        late = convert(lambda x: (setattr(settings, "late", 1), x * _table(settings, 2))[1])
        found = [use(x)]
        settings.seen = 1  # which the function does not look at
        found.append(use(x))
        settings.size = 6  # Python answers what it has kept
        return [*found, use(x), use(x), late(x)]

    with pytest.raises(sct.errors.StaticValueError, match="_table keeps its results"):
        calls(sct.to_static)  # the last call, after a change to the object
    expected = calls(lambda f: f)
    settings, x = _Settings(5), np.arange(3.0)
    use = sct.to_static(lambda x: x * _table(settings, 2) + settings.seen)
    assert np.array_equal(use(x), expected[0])
    settings.seen = 1
    settings.size = 6
    assert np.array_equal(use(x), expected[2])


class _Key:
    def __init__(self, number):
        self.number = number

    def __hash__(self):
        return hash(self.number)

    def __eq__(self, other):
        return self.number == other.number


def _kept_of_objects(convert, name):
    """A function that asks caches, what they have done, and a way to empty them."""
    done = []
    p, q, key, like = _Settings(1), _Settings(2), _Key(1), _Key(1)

    @functools.lru_cache(maxsize=None)
    def kept(o, n=0):
        done.append(n)
        return np.zeros(3) + o.size

    @functools.cache
    def listed(o):
        return [1, 2]

    @functools.cache
    def keyed(o):
        return np.ones(2)

    @functools.cache
    def numbered(n):
        done.append(n)
        return np.ones(3) * n

    @functools.cache
    def held(o):
        return {"a": np.ones(2)}

    bodies = {
        "one object": lambda x, o: (kept(p) is kept(p), kept(p) + x),
        "left": lambda x, o: kept(p),
        "written to": lambda x, o: kept(p).__iadd__(x),
        "called once": lambda x, o: (kept(p) + x, len(done)),
        "a list": lambda x, o: (listed(p), listed(p).append(1), len(listed(p)), x + 1),
        "equal keys": lambda x, o: (keyed(key) is keyed(like), keyed(key), x + 1),
        "numbers": lambda x, o: (numbered(2), numbered(2) is numbered(2), numbered(3), x),
        "two objects": lambda x, o: (kept(p), kept(q), kept(p) is kept(q), x),
        "in a dict": lambda x, o: (held(p)["a"].__iadd__(x[0]), held(p), x),
        "by name": lambda x, o: (kept(p, 1), kept(p, n=1), kept(p, 1) is kept(p, 1), len(done)),
        "an argument": lambda x, o: (kept(o) is kept(o), kept(o), x),
    }
    return convert(bodies[name]), done, (kept, numbered)


NAMES = """one object; left; written to; called once; a list; equal keys; numbers; two objects; in a dict; by name; an argument"""


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("name", NAMES.split("; "))
def test_what_is_kept_of_objects(name, backend):
    def calls(convert):
        function, done, caches = _kept_of_objects(convert, name)
        others, seen = [_Settings(3), _Settings(4)], []
        for k in (0, 1, 2, 1, 3):
            if k == 3:
                for cache in caches:
                    cache.cache_clear()
            result = function(np.arange(3.0) + k, others[k % 2])
            arrays = [x for x in (result if isinstance(result, tuple) else (result,)) if isinstance(x, np.ndarray)]
            seen.append((form(result), len(done), arrays))
        sharing = [np.shares_memory(a, b) for _, _, one in seen for a in one for _, _, two in seen for b in two]
        return [(found, count) for found, count, _ in seen], sharing

    assert calls(lambda f: sct.to_static(f, backend=backend)) == calls(lambda f: f)


def test_how_often_a_cache_was_asked_is_refused():
    kept = functools.cache(lambda n: n)
    for function in (lambda x: kept.cache_info(), lambda x: kept.cache_clear()):
        with pytest.raises(sct.errors.UnsupportedCallError, match="keeps its results"):
            sct.to_static(function)(X)
    assert sct.to_static(lambda x: kept.cache_parameters())(X) == kept.cache_parameters()


def test_what_may_have_changed_is_no_key():
    kept, settings = functools.cache(lambda o: np.zeros(3) + o.size), _Settings(1)

    def in_a_branch(x):
        return x if x[0, 0] > 1 else kept(settings) + x

    def after_a_change(x):
        settings.size = 3
        return kept(settings) + x

    for function in (in_a_branch, after_a_change):
        with pytest.raises(sct.errors.StaticValueError, match="keeps its results"):
            sct.to_static(function)(X)


def test_a_function_that_keeps_its_results_is_made_static():
    @functools.lru_cache(maxsize=None)
    def steps(n):
        return 0 if n == 1 else 1 + steps(n // 2 if n % 2 == 0 else 3 * n + 1)

    static = sct.to_static(steps)
    for n in (6, 7, np.int64(6), np.int64(27), 6):
        ours, plain = static(n), steps(n)
        assert ours == plain and type(ours) is type(plain)
    assert static.__name__ == "steps"
