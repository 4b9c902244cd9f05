"""`functools.singledispatch` and `singledispatchmethod` by what plain Python has there at run time."""

import functools

import numpy as np

from tests.harness import Theme, call

program = Theme("single_dispatch")
CALLS = call(np.array([3.0, 5.0, 2.0])), call(np.array([-3.0, 5.0, 1.0, 4.0, 5.0])), call(np.array([-1.0]))


@functools.singledispatch
def negated(a):
    """Of anything else."""
    return "other"


@negated.register
def _(a: int):
    return -a


@negated.register
def _(a: float):
    return -a * 2


@negated.register
def _(a: str):
    return a + "!"


@negated.register
def _(a: np.ndarray):
    return a.sum()


class Counting:
    def __init__(self, n=0):
        self.n = n

    @functools.singledispatchmethod
    def negated(self, a):
        raise NotImplementedError(type(a).__name__)

    @negated.register
    def _(self, a: int, k=1):
        self.n += 1
        return -a * k

    @negated.register
    def _(self, a: float):
        self.n += 10
        return -a * 2

    @functools.singledispatchmethod
    @classmethod
    def made(cls, a):
        return cls()

    @made.register
    @classmethod
    def _(cls, a: float):
        return cls(a)


@program(*CALLS)
def kinds(x):
    """Texts and numbers that only the run knows, arrays, and what nothing is registered for."""
    return negated(f"{x[0]:.1f}"), negated(x), negated(x[0]), negated([1]), negated(x[0] > 0)


@program(*CALLS)
def one_of_several(x):
    """A branch decides of which class the argument is: sct's own error came out of the program."""
    number, text = (1, 2.5) if x[0] > 0 else (2.5, "text")
    return negated(number), negated(text)


@program(*CALLS)
def by_method(x):
    """A method found none that was registered for a run-time number."""
    counting = Counting()
    total = 0.0
    for v in x:
        total += counting.negated(float(v)) if v > 2 else counting.negated(int(v), k=2)
    return total, counting.n, Counting.made(float(x[0])).n, Counting.made(1).n


@program(*CALLS)
def by_method_of_several(x):
    """The same, and one that is not registered."""
    counting = Counting()
    number = 1 if x[0] > 0 else 2.5
    try:
        answer = counting.negated("x")
    except NotImplementedError as error:
        answer = str(error)
    return counting.negated(number), counting.n, answer


@program(*CALLS)
def without_arguments(x):
    """Python's own error."""
    try:
        return negated()
    except TypeError as error:
        return str(error), x.sum()
