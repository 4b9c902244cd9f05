"""What is done with lists of run-time length: methods, slices, sorting, comprehensions, arrays made of them."""

import functools
import operator

import numpy as np

from tests.harness import Theme, call

program = Theme("list operations")
V = np.array([3.0, -1.0, 2.0, 5.0, -4.0])
N = np.int64


# -- operations --------------------------------------------------------------------------------------


def some(n):
    """A list of run-time length."""
    xs = []
    for i in range(n):
        xs.append(i * i - 3)
    return xs


@program(call(N(4)), call(N(1)), call(N(9)))
def slices(n):
    """Slices of a list of run-time length."""
    xs = some(n)
    return xs[1:], xs[:2], xs[-2:], xs[::-1], xs[::2], xs[1:-1], xs[n:]


@program(call(N(4)), call(N(2)), call(N(9)))
def set_items(n):
    """Items are replaced, at known and unknown places."""
    xs = some(n)
    xs[0] = 100
    xs[-1] = xs[0] + 1
    xs[n // 2] += 5
    return xs


@program(call(N(4), N(5)), call(N(2), N(-1)), call(N(2), N(-3)))
def index_error(n, k):
    """An index out of range raises as a list does."""
    xs = some(n)
    return xs[k]


@program(call(N(4), N(4)), call(N(4), N(3)))
def index_error_on_write(n, k):
    """So does a write."""
    xs = some(n)
    xs[k] = 0
    return xs


@program(call(N(2)), call(N(3)), call(N(0)))
def pop_too_often(n):
    """Popping from an empty list raises."""
    xs = some(n)
    a = xs.pop()
    b = xs.pop()
    return a, b, xs.pop()


@program(call(N(5), N(2)), call(N(5), N(-5)), call(N(5), N(5)))
def pop_at(n, k):
    """Popping at a place."""
    xs = some(n)
    return xs.pop(k), xs.pop(0), xs


@program(call(N(5), N(2)), call(N(5), N(-9)), call(N(0), N(3)))
def insert_at(n, k):
    """Inserting anywhere."""
    xs = some(n)
    xs.insert(k, 77)
    xs.insert(0, -77)
    return xs


@program(call(N(5), N(1)), call(N(3), N(2)), call(N(3), N(7)))
def delete_at(n, k):
    """Deleting items and ends."""
    xs = some(n)
    del xs[k]
    ys = list(xs)
    del ys[1:]
    zs = xs.copy()
    del zs[:1]
    return xs, ys, zs


@program(call(N(5)), call(N(1)), call(N(0)))
def clear_and_refill(n):
    """A list is emptied and used again."""
    xs = some(n)
    m = len(xs)
    xs.clear()
    empty = not xs
    xs.append(m)
    return xs, empty


@program(call(N(6), N(1)), call(N(2), N(5)))
def search(n, k):
    """in, index, count and remove."""
    xs = some(n)
    xs.append(1)
    found = k in xs
    where = xs.index(1)
    many = xs.count(1)
    xs.remove(1)
    return found, 99 not in xs, where, many, xs


@program(call(N(2)), call(N(0)))
def remove_missing(n):
    """Removing what is not there raises."""
    xs = some(n)
    xs.remove(50)
    return xs


@program(call(N(3)), call(N(0)))
def join_lists(n):
    """Lists are added, extended and repeated."""
    xs, ys = some(n), some(n + 1)
    both = xs + ys
    both += [1, 2]
    both.extend(xs)
    ys.extend(range(n))
    return both, [9] + xs, xs + [9], xs * 2, ys


@program(call(N(3)), call(N(0)), call(N(-2)))
def repeat_run_time_times(n):
    """A list is repeated as often as a value says."""
    xs = [0] * int(n)
    ys = int(n) * [1, 2]
    xs.append(5)
    return xs, ys, len(ys)


@program(call(N(6)), call(N(1)), call(N(0)))
def sorted_and_reversed(n):
    """sort, sorted, reversed and reverse."""
    xs = [3]
    for i in range(n):
        xs.append((i * 7) % 5)
    ys = sorted(xs)
    zs = sorted(xs, reverse=True)
    xs.sort()
    back = list(reversed(zs))
    zs.reverse()
    return xs, ys, zs, back


@program(call(N(6)), call(N(1)))
def sorted_by_key(n):
    """Sorting pairs, by themselves and by a key."""
    pairs = []
    for i in range(n):
        pairs.append(((i * 7) % 5, -i))
    return sorted(pairs), sorted(pairs, key=lambda p: p[1]), max(pairs), min(pairs, key=lambda p: p[0])


@program(call(N(6)), call(N(1)))
def numbers_of_it(n):
    """sum, min, max, any, all and len."""
    xs = some(n)
    return sum(xs), min(xs), max(xs), any(x > 3 for x in xs), all(x < 100 for x in xs), len(xs), sum(xs) / len(xs)


@program(call(N(0)))
def numbers_of_none(n):
    """The sum of nothing is 0, the minimum an error."""
    xs = some(n)
    return sum(xs), min(xs)


@program(call(N(4)), call(N(0)))
def walk_over(n):
    """for over a list, with its index, with another, backwards."""
    xs = some(n)
    total = 0
    for x in xs:
        total = total * 3 + x
    for i, x in enumerate(xs):
        total += i * x
    for x, y in zip(xs, xs[1:]):
        total += x * y
    for x in reversed(xs):
        total = total * 2 - x
    return total


@program(call(N(4)), call(N(0)))
def compare_lists(n):
    """Lists are compared."""
    xs = some(n)
    ys = some(n)
    zs = xs + [1]
    return xs == ys, xs == zs, xs != ys, xs == [-3, -2, 1, 6]


@program(call(N(4)), call(N(1)))
def arrays_of_it(n):
    """Arrays are made of it."""
    xs = some(n)
    a = np.array(xs)
    return a, np.asarray(xs, dtype=float), np.mean(xs), np.sum(xs), np.max(xs), a * 2, np.cumsum(xs), np.sqrt(np.abs(xs))


@program(call(V[:2], N(3)), call(V[:2], N(1)))
def arrays_of_arrays(x, n):
    """Rows are stacked in all ways."""
    rows = []
    for i in range(n):
        rows.append(x * i)
    return np.stack(rows), np.vstack(rows), np.concatenate(rows), np.hstack(rows), np.array(rows), np.mean(rows, axis=0)


@program(call(V[:2], N(0)))
def stack_of_nothing(x, n):
    """There is nothing to stack."""
    rows = []
    for i in range(n):
        rows.append(x * i)
    return np.stack(rows)


@program(call(N(3)), call(N(0)))
def printed(n):
    """A list is printed."""
    xs = some(n)
    print(xs, len(xs))
    print(f"xs = {xs}")
    return str(xs)


@program(call(N(4)), call(N(1)))
def as_tuple(n):
    """A tuple of it, and a list of that."""
    xs = some(n)
    t = tuple(xs)
    return t, list(t), len(t)


# -- comprehensions ----------------------------------------------------------------------------------


@program(call(V), call(-np.abs(V)))
def filtered(x):
    """A comprehension with a condition on values."""
    big = [v for v in x if v > 0]
    return big, len(big), [i for i in range(len(x)) if x[i] < 0]


@program(call(N(4)), call(N(0)))
def over_run_time_range(n):
    """A comprehension over a range of run-time length."""
    return [i * i for i in range(n)], [i for i in range(n) if i % 2], sum([i for i in range(n)])


@program(call(V, N(2)), call(V, N(0)))
def comprehension_of_list(x, n):
    """Comprehensions of lists of run-time length."""
    xs = [float(v) for v in x if v > n]
    return [v * 2 for v in xs], [(i, v) for i, v in enumerate(xs) if v > 2]


@program(call(N(3), N(2)), call(N(0), N(2)))
def nested_comprehension(n, m):
    """Two loops in one comprehension."""
    return [i * 10 + j for i in range(n) for j in range(m) if i != j]


@program(call(N(3)), call(N(0)))
def list_of_range(n):
    """list() of a run-time range and of an array."""
    a = np.arange(n)
    return list(range(n)), list(a), list(enumerate(range(n)))


# -- what joins them ---------------------------------------------------------------------------------


def positive(x):
    """A list of as many items as the run selects, and one that was joined with it."""
    a = []
    for v in x:
        if v > 0:
            a.append(float(v))
    return a, [] + a


@program(call(V), call(-V), call(V[:1]))
def joined_with_joined(x):
    """A list that is joined with one that was: of those, the run knows which of several it is."""
    a, b = positive(x)
    one = b + a, a + b + [1.0] + a, sum([a, a], []), sum((a, [1.0], b), [])
    return one, a == b, a < b, b <= [*a, 1.0], a != b


@program(call(V), call(-V))
def ways_to_join(x):
    """Functions of `operator`, also as what `reduce` calls."""
    a, b = positive(x)
    ragged = [[float(i)] * i + b for i in range(3)]
    one = functools.reduce(operator.add, [a, [1.0], a]), functools.reduce(operator.iconcat, [a, [1.0], b], [])
    two = sum(ragged, []), functools.reduce(operator.add, ragged), functools.reduce(operator.iconcat, ragged, [])
    three = operator.concat(a, [2.0]), operator.concat([1.0], a), operator.mul(a, len(a)), operator.eq(a, b)
    return one, two, three, operator.getitem(a, slice(1, None)), operator.iadd(a, (1,)), a


@program(call(V))
def what_cannot_be_joined(x):
    """`operator.concat` takes sequences only; `iconcat` takes anything for a list."""
    a, _ = positive(x)
    said = []
    for join in (operator.concat, operator.iconcat):
        for left, right in ((1, a), (a, 1), (x[0], a), (float(x[0]), a), (a, (1,)), ((1,), a), (a, x)):
            try:
                said.append(list(join(left, right)))
            except TypeError as error:
                said.append(str(error))
    return said


class Pair:
    """Two numbers with operators."""

    def __init__(self, a, b):
        self.a, self.b = a, b

    def __add__(self, other):
        return Pair(self.a + other.a if other.a > 0 else self.a, self.b)

    def __lt__(self, other):
        return bool(self.a < other.a)

    def __getitem__(self, k):
        return self.a if k > 0 else self.b


@program(call(V), call(-V))
def operators_of_the_users(x):
    """The functions of `operator` call what the user's classes have, also where it looks at run-time values."""
    p, q = Pair(x[0], 1), Pair(x[1], 2)
    total = functools.reduce(operator.add, [p, q, Pair(x[2], 3)])
    s = {int(v) for v in x}
    sets = sorted(operator.or_(s, {100})), sorted(functools.reduce(operator.and_, [s, {2, 3, 100}]))
    return total.a, operator.lt(p, q), operator.getitem(p, int(x[1])), operator.concat("ab", f"{x[0]}"), sets
