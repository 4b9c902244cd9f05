"""Generators that go through others of their own kind: how deep, Python numbers say, or only the running program."""

import numpy as np

from tests.harness import Theme, call

program = Theme("recursive generators")
X = np.array([3.0, -1.0, 2.5, 0.0])
N = np.array([4, 0, 3, 1])
SIZES = (call(N), call(N[1:]), call(N - 1))
REALS = (call(X), call(-X))


def down(n):
    if n > 0:
        yield n
        for k in down(n - 1):
            yield k


@program(*SIZES)
def countdown(n):
    """Each item passes through all that are around it."""
    return [k for k in down(n[0])], sum(down(n[0])), max(down(int(n[0])), default=None)


def hanoi(n, a, b, c):
    if n > 0:
        yield from hanoi(n - 1, a, c, b)
        yield a, c
        yield from hanoi(n - 1, b, a, c)


@program(*SIZES)
def towers_of_hanoi(n):
    """Two calls at each level."""
    return list(hanoi(n[0], "left", "middle", "right")), sum(1 for _ in hanoi(int(n[0]), 0, 1, 2))


def words(n):
    if n == 0:
        yield ""
    else:
        for word in words(n - 1):
            yield word + "a"
            yield word + "b"


@program(*SIZES)
def doubled_at_each_level(n):
    """Each level has twice as many items as the one inside of it: found out soon that this is no program."""
    return list(words(n[0]))


def permutations(items):
    if len(items) <= 1:
        yield items
        return
    for k in range(len(items)):
        for rest in permutations(items[:k] + items[k + 1 :]):
            yield [items[k], *rest]


@program(*REALS)
def permuted(x):
    """As deep as a list of known length is long."""
    best = None
    for order in permutations(x.tolist()):
        rough = sum(abs(a - b) for a, b in zip(order, order[1:], strict=False))
        if best is None or rough < best[0]:
            best = rough, order
    return best


@program(*SIZES)
def permuted_range(n):
    """As deep as the run says."""
    return [tuple(p) for p in permutations(list(range(n[0])))]


def subsets(items):
    if not items:
        yield ()
        return
    for chosen in subsets(items[1:]):
        yield chosen
        yield (items[0], *chosen)


@program(*REALS)
def sums_of_subsets(x):
    """Some are left out."""
    return [sum(s) for s in subsets(tuple(x)) if len(s) > 1 and sum(s) > 0]


class Tree:
    def __init__(self, value, left=None, right=None):
        self.value, self.left, self.right = value, left, right

    def __iter__(self):
        if self.left is not None:
            yield from self.left
        yield self.value
        if self.right is not None:
            yield from self.right

    def add(self, value):
        side = "left" if value < self.value else "right"
        below = self.left if value < self.value else self.right
        if below is None:
            setattr(self, side, Tree(value))
        else:
            below.add(value)


@program(*REALS)
def in_order(x):
    """A tree of known form."""
    tree = Tree(x[0], Tree(x[1], right=Tree(x[2])), Tree(x[3]))
    return list(tree), sum(v * k for k, v in enumerate(tree))


@program(*REALS)
def sorted_by_a_tree(x):
    """A tree as the values have it."""
    tree = Tree(x[0])
    for v in x[1:]:
        tree.add(v)
    return list(tree), next(iter(tree))


def queens(n, columns=()):
    row = len(columns)
    if row == n:
        yield columns
        return
    for c in range(n):
        if all(c != k and abs(c - k) != row - r for r, k in enumerate(columns)):
            yield from queens(n, (*columns, c))


@program(*SIZES)
def first_of_the_queens(n):
    """The rest is left where it stands, with all that are inside of it."""
    return next(queens(n[0] + 1), None), next(queens(5))


def flat(items):
    for item in items:
        if isinstance(item, list):
            yield from flat(item)
        else:
            yield item


@program(*REALS)
def flattened(x):
    """Lists inside of lists."""
    return list(flat([x[0], [x[1], [x[2], 5]], [[[x[3]]]]])), max(flat([[x[0]], x[1]]))


def digits(n, base):
    if n >= base:
        yield from digits(n // base, base)
    yield n % base


@program(call(np.array([123, 45])), call(np.array([7, 8])))
def digits_of(n):
    """It ends on a quotient."""
    return "".join(str(d) for d in digits(n[0], 10)), list(digits(n[1], 3))


@program(call(X), call(-X))
def between_two(x):
    """Two that go through each other."""

    def odd(k):
        if k > 0:
            yield k
            yield from even(k - 1)

    def even(k):
        if k > 0:
            yield -k
            yield from odd(k - 1)

    return list(odd(int(abs(x[0])))), sum(even(3))
