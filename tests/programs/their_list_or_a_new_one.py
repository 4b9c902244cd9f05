"""The caller's list, of any length, is the result on some paths, and a new list on others: two choices, one after the other."""

from tests.harness import Theme, call

program = Theme("their_list_or_a_new_one")

LISTS = [[1, 2, 3, 4], [7, 8, 9], [2, 5, 6, 7], [7, 8], [1, 1, 1, 1, 1], [2], [9]]


@program(*[call(xs) for xs in [*LISTS, []]])
def nothing_to_do(xs):
    """The list itself where all of it is one number, no list at all where it is empty."""
    if len(xs) == 0:
        return []
    if min(xs) == max(xs):
        return xs
    return [(x - min(xs)) / (max(xs) - min(xs)) for x in xs]


@program(*[call(xs) for xs in LISTS])
def in_a_name(xs):
    """A name for one of three lists, two of them new."""
    if xs[0] > 5:
        ys = [x * 2 for x in xs]
    elif xs[0] == 2:
        ys = xs
    else:
        ys = sorted(xs)
    return ys


@program(*[call(xs) for xs in LISTS])
def twice_theirs(xs):
    """The caller's list on the first way and on the last."""
    if xs[0] > 5:
        return xs
    if xs[0] == 2:
        return [x for x in xs if x > 0]
    return xs


@program(*[call(xs) for xs in LISTS])
def changed(xs):
    """A change through a name that a loop has given is one of the caller's list where it is that."""
    ys = [x for x in xs if x > 3] if xs[0] > 5 else xs
    for i in range(len(xs)):
        if xs[i] == 2:
            ys = xs
        elif xs[i] == 6:
            ys = [0]
    ys[0] = 5
    return ys


@program(*[call(xs) for xs in LISTS])
def rests(xs):
    """The last rest of a list that begins after a large number, or the list."""
    best = xs
    for k in range(len(xs)):
        if xs[k] > 6:
            best = xs[k:]
        elif xs[k] == 1:
            best = xs
    return best


@program(*[call({"k": xs}) for xs in LISTS])
def under_a_key(d):
    """The same for a list in a dict."""
    xs = d["k"]
    if xs[0] > 5:
        return xs
    if xs[0] == 2:
        return [x for x in xs if x > 0]
    return d["k"]


@program(
    call([1, 2, 3], [4.5, 5.0]),
    call([1, 2], [1.0, 5.5, 6.0]),
    call([3, 2, 1, 2], [9.5]),
    call([5, 5], [5.0, 5.0, 5.5]),
    call([7, 6], [5.0, 5.5, 5.0]),
)
def of_two(a, b):
    """One of two lists of the caller's, of int and of float, or a new one."""
    if a[0] > b[0]:
        return a
    if a[0] == b[0]:
        return [1.5]
    return b


@program(*[call(xs, ys) for xs, ys in zip(LISTS, [[4, 5], [1, 5, 6], [9], [7, 5, 5, 5], [1], [5, 5, 5], [9]], strict=True)])
def larger_first(a, b):
    """One of two lists that begin differently, else what they have in common."""
    if a[0] > b[0]:
        a.append(b[0])
        return a
    if a[0] == b[0]:
        return [a[0]]
    return b


class Box:
    """Holds a list."""

    def __init__(self, xs):
        self.xs = xs


@program(*[call(Box(list(xs))) for xs in LISTS])
def in_an_attribute(b):
    """An attribute gets a new list, its own, or another new one; what it had is the result."""
    xs = b.xs
    if xs[0] > 5:
        b.xs = [x for x in xs if x < 8]
    elif xs[0] == 2:
        b.xs = xs
    else:
        b.xs = sorted(xs)
    b.xs.append(3)
    return xs


PAIRS = list(zip(LISTS, [*LISTS[1:], [8, 1, 1, 1, 1, 1]], strict=True))


@program(*[call([list(a), list(b)]) for a, b in PAIRS])
def one_of_a_pair(pair):
    """One of the two lists in a list, or none of them."""
    a, b = pair
    if a[0] > b[0]:
        return a
    if a[0] == b[0]:
        return []
    return b


@program(*[call([list(a), list(b)]) for a, b in PAIRS])
def last_that_fits(rows):
    """What is added to the list that a loop has kept is added to that of the caller's, or to a copy."""
    best = []
    for xs in rows:
        if sum(xs) > 12:
            best = xs
        elif sum(xs) == 9:
            best = [x for x in xs]
    best.append(0)
    return best


@program(*[call(list(a), list(b)) for a, b in PAIRS])
def names_change_places(a, b):
    """Both names may stand for either list, or for one of them, and both lists change."""
    if len(a) < len(b):
        a, b = b, a
    if a[0] == b[0]:
        a = [9]
    elif a[0] > 5:
        b = a
    a.append(1)
    b[0] = 7
    return a, b


@program(*[call(list(a), list(b), ys=[*a, *b]) for a, b in PAIRS])
def of_many_arguments(xs, *rest, **more):
    """The lists are arguments of all kinds."""
    ys = more.get("ys", xs)
    if xs[0] > 5:
        return ys
    if xs[0] == 2:
        return [1]
    return rest[0]


@program.built(*[call(list(xs)) for xs in LISTS], retraces=True)
def kept_outside(jit):
    """A list that a list outside of the function keeps from call to call."""
    kept = [[1, 2]]

    @jit
    def keep(xs):
        if xs[0] > 5:
            kept[0] = xs
        elif xs[0] == 2:
            kept[0] = [5]
        return kept[0]

    return keep, kept
