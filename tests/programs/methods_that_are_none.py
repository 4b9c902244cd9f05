"""Classes that say `__bool__ = None` and the like, or lose a method on the way: Python's words, and NumPy's."""

import numpy as np

from tests.harness import Theme, call

program = Theme("methods that are None")
CALLS = [call(np.array([3.0, 1.0, 2.0])), call(np.array([-1.0, 2.0, 3.0]))]


class Nothing:
    """Can do nothing that Python asks."""

    __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __index__ = __enter__ = __exit__ = __abs__ = None
    __lt__ = __add__ = None


class Raises:
    """Stands for no integer."""

    def __index__(self):
        raise ValueError("no integer")


class Says:
    """True is what it is told."""

    def __init__(self, answer):
        self.answer = answer

    def __bool__(self):
        return self.answer()


@program(*CALLS)
def a_truth_that_is_none(x):
    """Of a ternary."""
    try:
        return x if Nothing() else x + 1.0
    except TypeError as error:
        return str(error)


@program(*CALLS)
def a_truth_in_a_branch(x):
    """In a branch of a loop."""
    found = 0
    for v in x:
        try:
            if v > 1.5:
                found += not Nothing()
        except TypeError:
            found += 10
    return found


@program(*CALLS)
def truths_of_other_kinds(x):
    """A `__bool__` that gives other than a bool of Python's."""
    found = []
    for answer in (lambda: x[0] > 0.0, lambda: int(x[1]) // 1, lambda: float(x[1]), lambda: bool(x[0] > 0.0)):
        try:
            found.append(1 if Says(answer) else 2)
        except TypeError as error:
            found.append(str(error))
    return found


@program(*CALLS)
def a_manager_that_is_none(x):
    """A `with` statement."""
    try:
        with Nothing():
            x += 1.0
    except TypeError as error:
        return str(error), x


@program(*CALLS)
def subscripts_of_arrays(x):
    """NumPy says nothing of why `__index__` failed."""
    found = []
    for key in (Nothing(), Raises(), (Raises(),), (slice(None), Raises())):
        try:
            found.append(x[key])
        except IndexError as error:
            found.append(str(error))
    return found


@program(*CALLS)
def bounds_and_lists(x):
    """Bounds, and subscripts of lists."""
    found = []
    for get in (lambda: x[1 : Nothing()], lambda: x[Raises() :], lambda: [1, 2][Nothing()], lambda: [1, 2][Raises()]):
        try:
            found.append(get())
        except (TypeError, ValueError) as error:
            found.append((type(error).__name__, str(error)))
    return found


@program(*CALLS)
def other_operations(x):
    """Lengths, items, comparisons and sums."""
    found = []
    none = Nothing()
    for do in (
        lambda: len(none), lambda: [*none], lambda: 3 in none, lambda: none[int(x[1])], lambda: none < int(x[1]),
        lambda: none + int(x[1]), lambda: abs(none), lambda: range(none), lambda: [1] * none, lambda: bool(none),
    ):  # fmt: skip
        try:
            found.append(do())
        except TypeError as error:
            found.append(str(error))
    return found


@program(*CALLS)
def a_step_that_goes(x):
    """An iterator whose class loses `__next__`."""
    class Walk:
        def __iter__(self):
            return self

        def __next__(self):
            del Walk.__next__
            return x[1]

    try:
        for v in Walk():
            x = x + v
    except TypeError as error:
        return str(error), x
