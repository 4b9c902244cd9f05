"""Objects that stand for numbers, or are some, and note what they are asked: by operators, subscripts and libraries."""

import bisect
import math

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("asked numbers")
CALLS = [call(np.array([3.0, 1.0, 2.0])), call(np.array([-1.0, 5.0, 2.0]))]


class Number:
    """Notes what it is asked."""

    def __init__(self, held, log):
        self.held, self.log = held, log

    def __index__(self):
        self.log.append("index")
        return int(self.held)

    def __rdivmod__(self, other):
        self.log.append("rdivmod")
        return other // self.held, other % self.held

    def __pow__(self, other, *rest):
        self.log.append("pow")
        return self.held**other


class Digit(int):
    """Is an int, and says otherwise where it is asked, which only some do."""

    def __new__(cls, held, log):
        made = int.__new__(cls, held)
        made.log = log
        return made

    def __index__(self):
        self.log.append("index")
        return 0

    def __rmul__(self, other):
        self.log.append("rmul")
        return NotImplemented

    def __abs__(self):
        self.log.append("abs")
        return 1


@program(*CALLS)
def ints_of_a_class(x):
    """What is an int itself is not asked for one."""
    log = []
    d = Digit(1, log)
    found = ["abc"[d:], [1, 2, 3][d], x[d:], "%x|%d" % (d, d), [1] * d, d * [2], list(range(d)), math.gcd(d, 4)]
    return found, pow(d, 3), 2**d, log


@program(*CALLS)
def pairs_of_quotient_and_rest(x):
    """`divmod` asks for the method of that name."""
    log, k = [], int(x[2])
    o = Number(2, log)
    return divmod(k, o), divmod(7, o), log


@program(*CALLS)
def operators_by_name(x):
    """A Python number's own method has no answer about an object that is none."""
    log, k = [], int(x[2])
    o = Number(2, log)
    return k.__add__(o) is NotImplemented, k.__lt__(o) is NotImplemented, k.__divmod__(o) is NotImplemented, log


@program(*CALLS, refused=Refusal("UnsupportedCallError", "x[0].__add__"))
def operators_of_numpys_by_name(x):
    """NumPy's number asks the object."""
    return x[0].__add__(Number(2, []))


class Places(list):
    def __init__(self, held, log):
        super().__init__(held)
        self.log = log

    def __len__(self):
        self.log.append("len")
        return super().__len__()

    def __getitem__(self, i):
        self.log.append(i)
        return super().__getitem__(i)


@program(*CALLS)
def places_found(x):
    """A bound is asked for its index, and a list of a class for its length and items."""
    log = []
    places, o = Places([1, 2, 3], log), Number(1, log)
    return bisect.bisect(places, 2), bisect.bisect_left([1, 2, 3], 2, o), bisect.bisect([1, 2, 3], 2, 0, o), log


@program(*CALLS, refused=Refusal("SideEffectError", "pow(o, 3, 5)"))
def asked_by_python_itself(x):
    """What sct does not ask, Python would ask while the program is made, also where nobody comes to it."""
    log = []
    o = Number(2, log)
    if x[0] > 9:
        return pow(o, 3, 5), log
    return 0, log


@program(*CALLS, refused=Refusal("SideEffectError", "{1: 2}.keys() | o"))
def walked_by_python_itself(x):
    """The same of what is walked through."""
    log = []

    class Steps:
        def __iter__(self):
            log.append("iter")
            return iter([3])

    o = Steps()
    if x[0] > 9:
        log.append({1: 2}.keys() | o)
    return log


@program(*CALLS, refused=Refusal("StaticValueError", "Known({k, k + 1})"))
def sets_of_a_class(x):
    """Python's own set would look into what stands for elements of the run."""

    class Known(set):
        pass

    k = int(x[2])
    o = Known({k, k + 1})
    return len(o), 3 in o


class Key(str):
    """A text that notes that it is hashed."""

    def __hash__(self):
        self.log.append("hash")
        return super().__hash__()


@program(*CALLS, refused=Refusal("SideEffectError", "{key: x[0]}"))
def texts_of_a_class_as_keys(x):
    """How often a table hashes a key is up to Python."""
    log = []
    key = Key("a")
    key.log = log
    return len({key: x[0]}), log


@program(*CALLS, refused=Refusal("UnsupportedCallError", "np.mean"))
def arrays_of_no_dimensions(x):
    """NumPy asks an item of a list for a number, not for an array."""

    class Held:
        def __array__(self, dtype=None, copy=None):
            return np.array(2.0)

    return np.mean([Held(), 1.0])
