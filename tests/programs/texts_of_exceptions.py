"""What a caught exception says, where its arguments are known only when the program runs."""

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("texts of exceptions")
PLACES = (call(np.array([1, 0])), call(np.array([0, 2])), call(np.array([2, 1])))
PARTS = ["bolt", "nut", "gear"]
X = np.array([0.5, -2.0, 7.0, 3.0])


class MissingPart(Exception):
    pass


class BadPair(ValueError):
    def __init__(self, a, b):
        super().__init__(a, b)
        self.a = a


class Spoken(Exception):
    def __str__(self):
        return "spoken: " + " and ".join(map(str, self.args))


@program(*PLACES)
def one_of_several_texts(places):
    """A name that the run chooses."""
    try:
        raise MissingPart(PARTS[places[0]])
    except MissingPart as error:
        return str(error), repr(error), error.args, f"{error}", f"{error!r:>24}", "%s" % error, "{!a}".format(error)  # noqa: UP031, UP032


@program(*PLACES)
def of_a_lookup(places):
    """KeyError shows its key as it is written."""
    try:
        raise KeyError(PARTS[places[0]])
    except LookupError as error:
        print("missing:", error, [error])
        return str(error), f"{type(error).__name__}: {error:}"


@program(*PLACES)
def numbers(places):
    """Run-time numbers and formatted texts; and an array among several arguments."""
    texts = []
    for make in (lambda: ValueError(places[0]), lambda: IndexError(f"no {places[1]}"), lambda: TypeError("of", places)):
        try:
            raise make()
        except Exception as error:
            texts += [str(error), repr(error), f"{error!s:>30}"]
    return texts


@program(*PLACES)
def of_a_class_of_the_users(places):
    """Two arguments that the class hands on; a text method of its own."""
    try:
        raise BadPair(places[0], f"x{places[1]}")
    except BadPair as error:
        first = str(error), repr(error), error.a, f"{error}"
    try:
        raise Spoken(PARTS[places[0]], places[1])
    except Spoken as error:
        return first, str(error), repr(error), f"{error}"


@program(*PLACES)
def kept_in_lists(places):
    """Of a stock that a function takes from, in a loop."""
    stock = {"bolt": 2, "gear": 5}

    def take(name, number):
        if stock.get(name, 0) < number:
            raise MissingPart(name, number)
        stock[name] -= number

    failed = []
    for place in places:
        try:
            take(PARTS[place], 2)
        except MissingPart as error:
            failed.append(str(error))
    return failed, stock


class Node:
    """An object that is shown by its address."""

    def __init__(self, v):
        self.v = v


@program(call(X), call(-X), call(X[::-1]))
def messages_with_addresses(x):
    """Messages that say where an object lies, of exceptions that are not raised, or are caught unread."""
    node, others = Node(x[0]), [Node(v) for v in x]
    name = f"node {node}"
    assert x[0] > -1000, f"{node} is none of {others!r}"
    try:
        for other in others:
            if other.v > 1:
                raise ValueError("bad " + repr(other), name)
            if other.v > 1000:
                raise TypeError("{} and {!r}".format(name, iter(others)))
    except ValueError as error:
        return other.v, type(error), len(error.args)
    return node.v, None, 0


@program(call(X), refused=Refusal("StaticValueError", 'f"node {Node(x[0])}"'))
def address_that_is_read(x):
    """Whoever reads such a text is refused."""
    return len(f"node {Node(x[0])}")
