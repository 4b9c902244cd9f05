"""Managers between an exception and its handler: they see it on the way, in Python's order, and may end it."""

import contextlib

import numpy as np

from tests.harness import Theme, call

program = Theme("left managers")
X = np.array([5.0, 1.0, 7.0, 90.0, 2.0, 3.0])
BOTH = (call(X), call(X / 100))


class Own(Exception):
    """Raised by the programs."""


class Noting:
    """A manager that is told what ends its body."""

    def __init__(self, notes):
        self.notes = notes

    def __enter__(self):
        self.notes.append("in")
        return len(self.notes)

    def __exit__(self, kind, error, traceback):
        self.notes.append("out" if kind is None else kind.__name__)


class Choosy(Noting):
    """One that ends some of the exceptions, by what they hold."""

    def __exit__(self, kind, error, traceback):
        if error is not None:
            self.notes.append(error.args)
        return kind is Own and error.args[0] > 6


class Counting(Noting):
    """One that ends those that come late, as the run says."""

    def __exit__(self, kind, error, traceback):
        return len(self.notes) > 3


class Failing(Noting):
    """One that raises something else."""

    def __exit__(self, kind, error, traceback):
        if self.notes[-1] == "in" and len(self.notes) > 2:
            raise LookupError("late")


@contextlib.contextmanager
def noted(notes, v):
    """What is done behind the `yield` in any case, and only where nothing is raised."""
    n = len(notes)
    notes.append(v)
    try:
        yield n
        notes.append("done")
    finally:
        n += 100
        notes.append(n)
    notes.append("after")


@contextlib.contextmanager
def between(notes):
    """Nothing stands around the `yield`."""
    notes.append("before")
    yield notes
    notes.append("behind")


class Level:
    """Managers made of a method, and a method with a state of NumPy's."""

    def __init__(self):
        self.n = 0.0

    @contextlib.contextmanager
    def raised(self, by):
        self.n += by
        try:
            yield self
        finally:
            self.n -= by

    @np.errstate(divide="ignore")
    def over(self, v):
        self.n += 1
        return v / np.float64(0.0)


@program(*BOTH)
def managers_are_told(x):
    """What is raised, and that nothing is."""
    notes, r = [], 0.0
    for v in x:
        try:
            with Noting(notes) as k:
                if v > 4:
                    raise Own("e", v)
                r += k
        except Own as e:
            r += e.args[1]
    return r, notes


@program(*BOTH)
def managers_in_one_statement(x):
    """Two of them, and a return in the body."""
    first, second = [], []

    def entered(v):
        with Noting(first) as k, Noting(second):
            if v > 4:
                raise Own(v)
            if v > 0.05:
                return k
            k += 100
        return k

    found = []
    for v in x:
        try:
            found.append(entered(v))
        except Own:
            found.append(-1)
    return found, first, second


@program(*BOTH)
def managers_that_choose(x):
    """By what the exception holds; nobody else takes it."""
    notes, r = [], 0.0
    for v in x:
        try:
            with Choosy(notes):
                if v > 50:
                    raise KeyError(v)
                if v > 4:
                    raise Own(v)
                r += v
            r += 0.5
        except Own:
            r += 1000
        except KeyError as e:
            r += e.args[0]
    return r, notes


@program(*BOTH)
def managers_that_end_all(x):
    """Without a handler."""
    notes, r = [], 0.0
    for v in x:
        with Counting(notes):
            notes.append(v)
            if v > 50:
                raise KeyError(v)
            r += v
    return r, notes


@program(*BOTH)
def managers_that_raise(x):
    """Behind a return that is then none."""

    def left(v, notes):
        with Choosy(notes):
            try:
                with Failing(notes):
                    if v > 0.05:
                        return 1
                    notes.append("body")
            except LookupError:
                notes.append("caught")
        return 2

    notes = []
    return [left(v, notes) for v in x], notes


@program(*BOTH)
def jumps_out_of_managers(x):
    """Break and continue, beside what is raised."""
    notes, n = [], 0
    try:
        for v in x:
            with Noting(notes):
                if v == 1:
                    continue
                if v == 7:
                    break
                if v > 0.8:
                    raise Own
                n += 1
    except Own:
        n += 100
    return n, notes


@program(*BOTH)
def suppressed(x):
    """Keys that are not there, divisions, what is not for it, and a loop that is left."""
    prices, r = {1: 2.0, 7: 3.0}, []
    for v in x:
        with contextlib.suppress(KeyError, ZeroDivisionError):
            r.append(prices[int(v)])
            r.append(1 / (int(v) - 7))
        try:
            with contextlib.suppress(KeyError):
                if v > 50:
                    raise Own
                r.append(v)
        except Own:
            r.append(0.0)
    with contextlib.suppress(Own):
        for v in x:
            if v > 6:
                raise Own
            r.append(-v)
        r.append(-1000.0)
    return r


@program(*BOTH)
def states_of_numpy(x):
    """They are set back where their body is left."""
    r = []
    for v in x:
        try:
            with np.errstate(all="ignore"), np.printoptions(precision=1), contextlib.nullcontext(3.0) as k:
                if v > 4:
                    raise Own
                r.append(str(x / k))
        except Own:
            r.append(str(x / 3.0))
    return r


@program(*BOTH)
def targets_of_managers(x):
    """A place in a dict, and a name that has no value where the body is left before."""
    places = {}
    try:
        with Noting([]) as places["k"]:
            if x[0] > 4:
                raise Own
            there = 3
    except Own:
        pass
    try:
        return places, there
    except NameError:
        return places


@program(*BOTH)
def managers_made_of_generators(x):
    """In loops, with jumps; two in one statement."""
    notes, r = [], 0.0
    for v in x:
        try:
            with noted(notes, v) as k, between(notes) as same:
                if v > 4:
                    raise Own(v)
                if v > 0.5:
                    continue
                same.append("body")
                r += k
        except Own as e:
            r += e.args[0]
    return r, notes


@program(*BOTH)
def managers_made_of_methods(x):
    """What they change is put back."""
    level, r = Level(), []
    for v in x:
        try:
            with level.raised(v) as same:
                if v > 4:
                    raise Own(v)
                r.append(same.n)
        except Own:
            r.append(level.n)
        if v > 0.5:
            r.append(level.over(v))
    return r, level.n


@program(*BOTH)
def managers_that_are_used_up(x):
    """One made of a generator can be entered once."""
    notes = []
    try:
        manager = between(notes)
        with manager:
            if x[0] > 4:
                raise Own
        with manager:
            notes.append("again")
    except Own:
        notes.append("raised")
    except AttributeError:
        notes.append("used up")
    return notes
