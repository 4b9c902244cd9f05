"""Operators, builtins and NumPy's functions beside run-time values of kinds that one does not expect there."""

import copy
import io
import itertools
import operator
from collections import Counter

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("odd kinds")
X = np.array([2.0, -1.0, 3.0])
N = np.int64
CALLS = [call(X, N(2)), call(-X, N(3)), call(np.array([1.0, 1.0, 0.0]), N(0))]


def grown(n):
    """A list of so many ints."""
    v = []
    for k in range(n):
        v.append(k)
    return v


def said(function, *values):
    """What a function answers, or says where it raises."""
    try:
        return function(*values)
    except Exception as error:
        return type(error).__name__, str(error)


@program(*CALLS)
def tables_beside_arrays(x, n):
    """NumPy compares a dict or a set with each element; that was one bool."""
    v, s = {}, set()
    for k in range(n):
        v[k] = x[0]
        s.add(int(x[k % 3]))
    return x == v, v != x, x == {}, s == x, x != s, v == x[0], x[0] != s


@program(*CALLS)
def truth_of_items(x, n):
    """A list of the run's in a display is false where it is empty; it was true."""
    v = grown(n)
    return any([v, 0]), all([v, 1]), any((v,)), all([1, (v, x)[0]])


@program(*CALLS)
def targets_in_targets(x, n):
    """A display whose first item has targets of its own; its items were told by what stands for them."""
    v = grown(n)
    try:
        (a, b), c = v, 1
    except ValueError as error:
        return str(error)
    return a, b, c


@program(*CALLS)
def number_in_pairs(x, n):
    """NumPy makes arrays of a number of its own and a tuple, whose truth is none: it was False."""
    v = []
    for k in range(n):
        v.append((k, x[0]))
    return n in v


@program(*CALLS)
def number_among_pairs(x, n):
    """The same for index."""
    v = []
    for k in range(n):
        v.append((k, x[0]))
    return v.index(x[1])


def _sliced(v):
    return v[1:]


@program(*CALLS)
def slices_of_tables(x, n):
    """A slice is no key, also where the table answers 0 for what it does not have."""
    v = Counter(int(k) for k in x)
    d = {}
    for k in range(n):
        d[k] = 1
    return said(_sliced, v), said(_sliced, d)


def _product(a, b):
    return a @ b


@program(*CALLS)
def no_product_of_numbers(x, n):
    """Numbers have no @, not even NumPy's; it raised ValueError."""
    return [said(_product, a, b) for a, b in [(x[0], 2), (int(n), n), (n, [1, 2]), (x, 2), (2.0, x), (n, x)]]


def _into(x, y):
    x @= y
    return x


def _more(x, y):
    x += y
    return x


@program(*CALLS)
def in_place_products(x, n):
    """What a product that does not fit is said of; a product of another shape was written to the whole array."""
    return said(_into, x, np.ones((3, 1))), said(_into, x, 2.0), said(_into, x, x), said(_into, x, "a"), x


@program(*CALLS)
def in_place_shapes(x, n):
    """NumPy names three shapes where it would write to an array, and minds dtypes before shapes."""
    y = x.astype(int)
    return said(_more, x, np.ones(2)), said(_more, x[1:], x), said(_more, y, np.ones(2)), said(_more, x, np.ones((2, 3)))


class Plain:
    """It has no operators."""


@program(*CALLS)
def augmented_words(x, n):
    """Python names the operator `+=`; NumPy's numbers have only `+`."""
    v = int(x[0])
    return said(_more, v, "a"), said(_more, v, {}), said(_more, x[0], {}), said(_more, (1, v), 2), said(_more, v, [n])


def _item(x, key):
    return x[key]


def _upto(x, bound):
    return x[:bound]


@program(*CALLS)
def odd_places(x, n):
    """Places that are none: those of lists, of arrays, and bounds."""
    v, t = grown(n), f"{n}"
    odd = [said(_item, x, [x[0], 1.5]), said(_item, x, np.array(x[0])), said(_item, x[0], "a"), said(_item, x, t)]
    return odd, said(_upto, x, v), said(_upto, x, t), said(_upto, x, x), said(_upto, x, x[0])


@program(*CALLS)
def texts_that_numpy_asks(x, n):
    """A text of the run's is a scalar and can be gone through."""
    t, v = f"{x[0]}", grown(n)
    return np.isscalar(t), np.iterable(t), np.isscalar(v), np.iterable(v), np.iterable(x[0])


@program(call(X, N(2)), refused=Refusal("StaticValueError", "np.array_equal"))
def texts_as_arrays(x, n):
    """`np.array_equal` catches what it is told, and answered False."""
    t = f"{x[0]}"
    return np.array_equal(t, t)


@program(call(X, N(2)), refused=Refusal("ObjectDtypeError", "np.all"))
def sets_as_arrays(x, n):
    """NumPy makes an object of a set; it went through what stands for it."""
    s = set()
    for k in range(n):
        s.add(int(x[k]))
    return np.all(s)


@program(*CALLS)
def copies(x, n):
    """What never changes is its own copy."""
    t, r = f"{x[0]}", range(n)
    return copy.copy(t), copy.copy(t) is t, copy.deepcopy(t), copy.copy(r) is r, copy.deepcopy(r), list(copy.copy(r))


@program(*CALLS)
def digits(x, n):
    """NumPy's bools are no integers."""
    return said(hex, x[0] > 0), said(bin, n), said(oct, x[0]), hex(bool(x[0] > 0))


@program(*CALLS)
def shown_ranges(x, n):
    """The text of a range of the run's."""
    r = range(n)
    return f"{r}", "%s|%r" % (r, [r]), "%s" % r, str(range(int(n), 7)), repr(range(0, n, 2)), said(format, r, "5")


class Shown:
    """It has a text, but no format."""

    def __init__(self, v):
        self.v = v

    def __repr__(self):
        return f"Shown({self.v})"


def _formatted(template, value):
    return template.format(value)


@program(*CALLS)
def no_format(x, n):
    """An object without a `__format__` takes no format spec."""
    v = Shown(n)
    return said(_formatted, "{:>9}", v), said(_formatted, "{!r:>9}", v), said(format, v, "9"), said(format, 1, v)


@program(*CALLS)
def chosen_texts_left_over(x, n):
    """A text that is one of several is not used by a format without fields."""
    v = "ab" if x.sum() > 0 else "c"
    return said(operator.mod, "a", v), said(operator.mod, "%s", v)


@program(*CALLS)
def chosen_tables_in_displays(x, n):
    """Two stars want a mapping."""
    v = {"a": n} if x.sum() > 0 else 3

    def made():
        return {**v, "b": 1}

    return said(made)


@program(*CALLS)
def hints(x, n):
    """`length_hint` has a default for what has no length."""
    v = "ab" if x.sum() > 0 else 3
    return operator.length_hint(v), operator.length_hint(x[0], 4), operator.length_hint(grown(n)), operator.length_hint(x)


@program(*CALLS)
def names_that_are_none(x, n):
    """Names of attributes are texts."""
    v = Shown(n)
    return said(setattr, v, grown(n), 1), said(getattr, v, 3, 1), said(delattr, v, None), said(hasattr, v, b"a")


@program(*CALLS)
def sequences_times_sequences(x, n):
    """Python names the type of the right one, and names deques with their module."""
    v, t = grown(n), f"{n}"
    return said(operator.mul, "a", v), said(operator.mul, v, "a"), said(operator.mul, t, [1]), said(operator.mul, [1], t)


def _unpacked(v):
    a, *b = v
    return a, b


@program(*CALLS)
def nothing_to_unpack(x, n):
    """Words of Python's for what cannot be gone through."""
    v = Shown(x[0])
    return said(_unpacked, v), said(set, v), said(frozenset, v), said(list, v), said("a".join, v)


def _part(v, bound):
    return list(itertools.islice(v, bound))


@program(*CALLS)
def odd_bounds_of_islice(x, n):
    """A bound is an int or None."""
    v = 1 if x.sum() > 0 else "1"
    w = None if x.sum() > 0 else 2
    return said(_part, [1, 2, 3], w), said(_part, [1, 2, 3], v), said(_part, [1, 2, 3], grown(n)), said(_part, [1, 2, 3], x[0])


@program(*CALLS)
def numpys_number_times_a_choice(x, n):
    """A number of NumPy's leaves a tuple to be repeated, or to say that it cannot; it made an array."""
    v = (1, 2) if x.sum() > 0 else (0, 1, 2)
    return said(operator.mul, np.float32(2), v), np.int64(2) * v, np.float32(2) + v


class Lens:
    """A user's class whose attributes have names that sct uses for its own values."""

    spec = "wide"
    storage = steps = None

    def __init__(self, v):
        self.v = v

    def __mul__(self, other):
        return self.v * other

    __rmul__ = __mul__

    def __len__(self):
        return 2


@program(call(np.array([1.0, 2.0])), call(np.array([0.0, 3.0])))
def names_of_ones_own(x):
    """What is asked of run-time values is not asked of such objects."""
    lens = Lens(x[0])
    found = np.isscalar(lens), np.iterable(lens), lens * 2, 3 * lens, lens * x[1], x[1] * lens, f"{lens.spec} {x[0]:.1f}"
    return found, max([lens.v, 1.0]), {lens.spec: x[0]}, [1, 2] * int(x[0]), "%s" % lens.spec, len(lens), Lens(x) * 2


@program(*CALLS)
def classes_of_what_stands_for_others(x, n):
    """The class that Python would find, as `type(x)`, `x.__class__` and in `isinstance`."""
    k = int(abs(x[0]))
    made = [np.ndindex(n), np.ndindex(k), np.nditer(x), np.ndenumerate(x), x.flat, frozenset([x[0]]), io.StringIO(str(x[0]))]
    made += [range(k), enumerate(x), str(x[0]), reversed([k]), reversed(range(k)), reversed({k: 1}), reversed(x)]
    kinds = np.ndindex, np.nditer, frozenset, io.StringIO
    return [(type(one), one.__class__, [isinstance(one, kind) for kind in kinds]) for one in made]


@program(*CALLS)
def attributes_of_what_stands_for_others(x, n):
    """Only those that Python's own object has; what sct keeps there could be read."""
    made = frozenset([x[0]]), iter([x[0]]), io.StringIO(str(x[0])), itertools.count(n), np.nditer(x)
    found = []
    for one in made:
        for name in ("items", "at", "text", "number", "_views", "position"):
            found.append((hasattr(one, name), said(getattr, one, name)))
    try:
        made[0].items
    except AttributeError as error:
        return found, str(error), error.name


@program(*CALLS)
def formats_of_shown_values(x, n):
    """What `!r` has made is a text, whatever the value is; the spec was asked of the value."""
    v = x > 0
    found = f"{v!r:>40}|{x!s:^30}|{x[0]!r:>20}|{v[0]!s:<8}|{n!a:>4}"
    return found, said(lambda: f"{v:>6}"), said(lambda: f"{x!r:d}"), said(lambda: f"{v[0]!s:.2f}")


@program(*CALLS)
def words_of_joins_and_complex_numbers(x, n):
    """`float` names other types than `int`; what has no items is not what str.join takes."""
    z, zero_d = complex(x[0], 1), np.array(x[0])
    return said(float, z), said(int, z), said("a".join, zero_d), said("a".join, x[0]), said("a".join, x)


class Odd:
    """Its truth is no bool, but has names that sct uses."""

    spec = 5
    python_type = bool
    alternatives = None

    def __init__(self, v):
        self.v = v

    def __bool__(self):
        return self

    def __length_hint__(self):
        return 3


@program(*CALLS)
def names_of_ones_own_again(x, n):
    """In places that asked for them."""
    o = Odd(x[0])
    return said(bool, o), operator.length_hint(o), said(operator.iadd, x[0], o), said([1, 2].__getitem__, o)


class Whole:
    """Stands for an integer, and for a float that is another one."""

    def __init__(self, v):
        self.v = v

    def __index__(self):
        return self.v

    def __float__(self):
        return self.v + 0.5


@program(*CALLS)
def objects_in_percent_formats(x, n):
    """Their `__index__` and `__float__` are part of the program; a run-time answer was no number."""
    o = Whole(int(abs(x[0])))
    return "%d %x %5d|%.2f %g" % (o, o, o, o, o), "%(a)d" % {"a": o}, "%c" % Whole(65), said(lambda: "%d" % Odd(x))


@program(*CALLS)
def views_of_dicts_as_texts(x, n):
    """Values of the run in them were shown as what stands for them."""
    d, one = {1: x[0], "b": [x[1]]}, iter([1.0])
    found = f"{d.values()} {d.items()!r}", str(d.values()), "%s %r" % (d.values(), d.items()), format(d.items())
    return found, "{} {}".format(d.values(), d.keys()), "{0.__class__.__name__}".format(one), list(one)


@program(*CALLS)
def flat_where_a_number_is_wanted(x, n):
    """An `x.flat` is true if it has items, and no number."""
    return bool(x.flat), not x[:0].flat, [said(f, x.flat) for f in (int, float, complex, round, abs)]
