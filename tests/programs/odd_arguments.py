"""Keys and arguments that one does not expect in NumPy's functions, sets and lists: what is said of them."""

import copy
from collections import Counter, defaultdict, deque

import numpy as np

from tests.harness import Refusal, Theme, call
from tests.programs.odd_kinds import grown, said

program = Theme("odd arguments")
X = np.arange(6.0).reshape(2, 3)
CALLS = [call(X), call(-X), call(X[:, :1])]
COUNTED = [call(np.arange(4), np.int64(n)) for n in (0, 1, 4)]


def _flat_item(x, key):
    return x.flat[key]


def _put_flat(x, key):
    x.flat[key] = 9.0


@program(*CALLS)
def keys_of_flat(x):
    """Its elements have numbers that may be texts, floats or bools; what it does not take it says in words of its own."""
    odd = ("1", 1.5, None, (0, 1), True, np.float32(1), "a", [1.5], (), (...,), {}, np.array(1.5), 1j, len, 9.0)
    return [said(_flat_item, x, key) for key in odd], [said(_put_flat, x, key) for key in odd], x


@program(*CALLS)
def run_time_keys_of_flat(x):
    """The same for a float of the run's."""
    x.flat[x[-1, 0] / 2] = 7.0
    return x, x.flat[float(abs(x[0, 0])) + 0.5], said(_flat_item, x, x[0]), said(_flat_item, x, x[0, 0] > 1)


@program(call(X), refused=Refusal("UnsupportedOpError", "x.flat"))
def built_keys_of_flat(x):
    """A text that is built says at run time only which number it is."""
    return x.flat[f"{int(x[0, 1])}"]


def _inside(item, container):
    return item in container


@program(*COUNTED)
def sequences_in_arrays(x, n):
    """An array compares its elements with those of a range or a deque; that was False."""
    found = said(_inside, range(n), x), said(_inside, grown(n), x), said(_inside, deque([1, 2]), x)
    return found, said(_inside, range(3), x), said(_inside, deque(grown(n)), x), said(_inside, tuple(grown(n)), x)


@program(*CALLS)
def flats_and_membership(x):
    """A flat has no order of its own in words, and is gone through where arrays are looked for in it."""
    return said(_inside, x.flat, x), said(_inside, 1.0, x.flat), said(_inside, range(2), x.flat)


@program(call(X, np.int64(3)), refused=Refusal("UnsupportedOpError", "np.can_cast"))
def ranges_as_types(x, n):
    """NumPy makes no array of a range where it asks for a dtype."""
    return np.can_cast(range(n), float)


@program(call(X, np.int64(3)), refused=Refusal("UnsupportedOpError", "np.result_type"))
def lists_as_types(x, n):
    """Nor of a list."""
    return np.result_type(grown(n), float)


@program(*CALLS)
def functions_that_keep_axes(x):
    """A function is no integer, though it is true."""
    return said(lambda: np.sum(x, keepdims=grown)), said(lambda: np.mean(x, keepdims=len)), np.max(x, keepdims=True)


@program(*CALLS)
def bools_without_limits(x):
    """NumPy copies what it clips at neither end by its sign, which bools have not."""
    odd = (x > 1, x[0, 0] > 1, bool(x[0, 0] > 1), True)
    return [said(np.clip, one, None, None) for one in odd], np.clip(x > 1, False, True), np.clip(x, None, None)


@program(*CALLS)
def numbers_enumerated(x):
    """A number has one place."""
    return list(np.ndenumerate(x[0, 0])), list(np.ndenumerate(float(x[0, 0]))), list(np.ndenumerate(int(x[0, 0])))


@program(*CALLS)
def lists_enumerated(x):
    """A list is an array there."""
    return [(k, float(v)) for k, v in np.ndenumerate([x[0, 0], 2.0])]


@program(*COUNTED)
def sets_in_sets(x, n):
    """A set is looked for as the frozenset that it equals."""
    s = set(grown(n))
    t = {frozenset((1, int(n))), 3}
    return {1, 2} in s, frozenset((1, 2)) in s, {1, 4} in t, {int(n), 1} in t, {5} in t, said(_inside, [1], s)


@program(call(np.arange(4), np.int64(2)), refused=Refusal("SideEffectError", "s.discard"))
def sets_out_of_sets(x, n):
    """Where it is to be taken out, too."""
    s = set(grown(n))
    s.discard({1})
    return len(s)


@program(*COUNTED)
def arguments_that_are_missing(x, n):
    """NumPy's words for them, beside lists of the run's, too."""
    v = [(x[0],) for k in range(n)]
    return said(np.dot, v), said(np.concatenate), said(np.vdot, v), said(np.where), said(np.inner, grown(n))


@program(*COUNTED)
def copies_of_lists(x, n):
    """What never changes is its own copy in a list, too."""
    v, r = f"a{x[0]}b", range(int(x[0]), int(n))
    w, q = copy.deepcopy([v, v]), copy.deepcopy([r, r])
    return w, [list(one) for one in q]


def _extended(v, more):
    v += more
    return v


@program(*COUNTED)
def numbers_added_to_lists(x, n):
    """Python goes through what is added in place."""
    return said(_extended, [1], int(n)), said(_extended, deque([1]), int(n)), said(_extended, [1], n), said(_extended, [1], x)


def _shaped(x, shape):
    x.shape = shape
    return x


@program(*CALLS)
def shapes_that_are_none(x):
    """`reshape` takes None, `shape` does not."""
    return said(_shaped, x, None), said(_shaped, x, "ab"), said(_shaped, x, 2.5), x


@program(call(X), refused=Refusal("ObjectDtypeError", "np.multiply.accumulate"))
def tables_accumulated(x):
    """A table is an object to NumPy, to the methods of its ufuncs, too."""
    return np.multiply.accumulate(Counter(x[0].tolist()))


@program(*CALLS)
def bools_of_bins(x):
    """True is one bin."""
    return np.histogram(x, bins=True), said(lambda: np.histogram(x, bins=np.bool_(True))), np.histogram(x, bool(x.size))


Z = np.random.default_rng(3).normal(size=(40, 2)).view(complex).reshape(2, 20)


@program(call(Z), call(Z.astype(np.complex64)))
def products_by_name(z):
    """NumPy's loops fuse a product, the operator of its numbers does not: the last bits say which it was."""
    return [np.multiply(a, b) == a * b for a, b in zip(*z)], [np.multiply(z[0, k, ...], z[1, k]) == z[0, k] * z[1, k] for k in range(9)]


@program(call(Z))
def products_of_pythons_numbers(z):
    """Of Python's, too."""
    return [np.multiply(complex(a), complex(b)) == complex(a) * complex(b) for a, b in zip(*z)]


@program(call(Z))
def lengths_of_numbers(z):
    """So it is with the length of a complex number: `abs` is the root of the parts, as a number has it."""
    return [abs(a) == np.hypot(a.real, a.imag) for a in z[0]], [abs(complex(a)) == abs(a) for a in z[0]]


@program(call(np.array([1 + 1j, complex(1, np.nan), complex(np.inf, np.nan)])))
def orders_by_name(z):
    """Beside NaN, an order by name is another one than that of the operator."""
    return [[(np.less(a, b), a < b, np.greater_equal(a, b), a >= b) for a in z] for b in z]


ROWS = [np.array([2.0, -1.0, 3.0]), np.array([1.0, 1.0, 0.0])]
WITH_NUMBERS = [call(row, np.int64(k)) for k, row in enumerate(ROWS)]


@program(*WITH_NUMBERS)
def questions_about_types(x, n):
    """An array is no dtype, a list is an array, and `x.flat` has no flags."""
    whole = int(x[0])
    asked = [said(np.can_cast, float, x), said(np.can_cast, x[0], x > 1), said(np.can_cast, x, float)]
    asked += [said(np.min_scalar_type, one) for one in ([whole, 1], (x[0], 1), [x > 1], x, [])]
    return asked, said(np.isfortran, x.flat), said(np.isfortran, [x[0]]), said(np.isfortran, x)


@program(*WITH_NUMBERS)
def fractions_among_places(x, n):
    """Fractions in a list of places are cut off, as in one without values of the run; those of an array are refused."""
    one, y, z = int(abs(x[1])), x.copy(), x.copy()
    np.put(y, [one, 1.5], 9)
    np.put(z, x > 1, 7)
    taken = [said(np.take, x, places) for places in ((one, 1.5), [x[1] > 0, 1.0], [[0.5, abs(x[1])], [1, 0]], [x[0] * np.nan])]
    counted = said(np.bincount, [one, 1.5]), said(np.put, x.copy(), abs(x), 9)
    return y, z, taken, counted, said(np.choose, [one, 1.5], [x, x])


@program(*WITH_NUMBERS)
def odd_ways_to_sort(x, n):
    """Which way to sort is said by an integer."""
    return [said(lambda y=y: sorted(x, reverse=y)) for y in ("a", None, 1.0, [], True)]


@program(*WITH_NUMBERS, refused=Refusal("UnsupportedOpError", 'return np.iinfo(f"i{int(abs(x[1]))}").max'))
def types_that_the_run_names(x, n):
    """What a dtype is must be known."""
    return np.iinfo(f"i{int(abs(x[1]))}").max


@program(*WITH_NUMBERS)
def equal_to_no_array(x, n):
    """Lists of several lengths are no array, and so equal to none; a table of defaults is named as such."""
    lists, table = [[x[0], 1.0], [2.0]], defaultdict(int, {"a": x[0]})
    return np.array_equal(x, lists), np.array_equiv(lists, x), said(lambda: x + table), said(lambda: table < x[0])


@program(*WITH_NUMBERS, refused=Refusal("ObjectDtypeError", "np.where(x > 1, x, None)"))
def none_where_there_is_an_array(x, n):
    """None is one of the two, and not left out."""
    return said(np.where, x > 1, x), np.where(x > 1, x, None)


@program(*WITH_NUMBERS)
def places_of_odd_kinds(x, n):
    """What has a length is gone through by np.split; a count that is no integer is cut off, or raises as it is."""
    parts = said(np.split, x, bytes([1, 2])), said(np.split, x, {1: x[0]}.keys())
    return parts, said(np.repeat, x, float("inf")), said(np.repeat, x, [1, 1.5, 0]), said(np.nonzero, x[0] > 1)


class Counted:
    """Is a whole number, and notes each time it is asked for it."""

    def __init__(self, number, log):
        self.number, self.log = number, log

    def __index__(self):
        self.log.append(self.number)
        return self.number


class Held:
    """Has an array."""

    def __init__(self, values):
        self.values = values

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.values, dtype)


@program(call(np.array([3.0, 1.0, 2.0, 7.0])), call(np.array([1.0, 4.0, 2.0, 9.0])))
def objects_that_are_whole_numbers(x):
    """Each is asked as often as NumPy asks it, or not at all where NumPy raises before."""
    log = []
    asked = [
        lambda k: np.histogram(x, k(3)),
        lambda k: np.split(x, k(2)),
        lambda k: np.array_split(x, k(3)),
        lambda k: np.split(x, [k(1), 2]),
        lambda k: np.repeat(x, k(2)),
        lambda k: np.tile(x, k(2)),
        lambda k: np.roll(x, k(1)),
        lambda k: np.diff(x, k(1)),
        lambda k: np.partition(x, k(1)),
        lambda k: np.pad(x, k(1)),
        lambda k: np.rot90(x.reshape(2, 2), k(1)),
        lambda k: np.vander(x, k(3)),
        lambda k: np.tril(x.reshape(2, 2), k(0)),
        lambda k: np.bincount(x.astype(int), minlength=k(9)),
    ]
    return [said(one, lambda number: Counted(number, log)) for one in asked], log


@program(call(np.array([3.0, 1.0, 2.0, 7.0])), call(np.array([1.0, 4.0, 2.0, 9.0])))
def objects_that_have_arrays(x):
    """As counts, places and subscripts."""
    found = [np.repeat(x, Held([1, 2, 0, 1])), np.take(x, Held([0, 1])), np.bincount([0, 1, 1, 1], Held(x))]
    found += [np.split(x, Held([1, 2])), x[Held([0, 1])], x[Held([True, False, True, False])], x[Held([])], x[Held(2)]]
    x[Held([0, 3])] = 5.0
    return found, said(lambda: x[Held([1.5])]), said(lambda: x["a"]), said(lambda: x[{1: 2}])


@program(call(np.array([3.0, 1.0])), call(np.array([1.0, 4.0, 2.0])))
def times_as_counts(x):
    """NumPy takes the number of a date or of a span for a count."""
    return np.repeat(x, np.timedelta64(2, "D")), np.repeat(x, np.datetime64("1970-01-03")), np.repeat(x, np.timedelta64(2))
