"""Arrays that were put into lists of run-time length, and leave the function from there: they are the same objects."""

import heapq
from collections import deque

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("items that leave")
X = np.array([0.0, 1.0, 2.0])
N = np.int64
COUNTS = (call(X, N(4)), call(X, N(2)), call(X, N(1)))


@program(*COUNTS, call(X, N(0)))
def first_of_its_own_powers(x, n):
    """The argument itself is the first item."""
    powers = [x]
    for i in range(n):
        powers.append(x * i)
    return powers[0]


@program(*COUNTS, call(X, N(0)))
def last_of_a_path(x, n):
    """The last item is the argument if there is no step."""
    path = [x]
    for _ in range(n):
        path.append(path[-1] * 0.5 + 1)
    return path[-1]


@program(*COUNTS, call(X, N(0)))
def whole_path(x, n):
    """A list that begins with the argument leaves whole, beside it."""
    path = [x]
    for _ in range(n):
        path.append(path[-1] * 0.5 + 1)
    return path, x


@program(*COUNTS, call(X, N(0)))
def path_with_times(x, n):
    """So does one of tuples, where a view of the argument is in the first one."""
    path = [(0, x[:2])]
    for i in range(n):
        path.append((i + 1, path[-1][1] * 2))
    return path, x


@program(*COUNTS, call(X, N(0)))
def path_of_another_array(x, n):
    """And one that begins with an array of the function's own, and goes on as values say."""
    y = x + 2
    path = [y, x]
    for i in range(n):
        if x[i % 3] > 1:
            path.append(y * i)
        else:
            path.append(path[-1] - 1)
    return y, path


@program(*COUNTS)
def made_here_and_first(x, n):
    """An array that the function makes is the first item, and another result."""
    y = x + 1
    made = [y]
    for i in range(n):
        made.append(y * i)
    return y, made[0], made[-1]


@program(*COUNTS)
def view_of_the_argument(x, n):
    """The first item is a view of the argument."""
    parts = [x[:2]]
    for i in range(n):
        parts.append(x[1:] * i)
    return x, parts[0]


@program(*COUNTS)
def twice(x, n):
    """One item leaves twice."""
    made = []
    for i in range(n):
        made.append(x * i)
    return made[0], made[0], made[-1]


@program(*COUNTS)
def by_two_indices(x, n):
    """Two items, which may be one."""
    made = []
    for i in range(n):
        made.append(x - i)
    return {"first": made[0], "last": made[n - 1], "middle": made[n // 2]}


@program(*COUNTS, call(-X, N(3)))
def least(x, n):
    """The item that is least by a key."""
    points = [x]
    for i in range(n):
        points.append(x - i)
    return min(points, key=lambda p: np.abs(p).sum())


@program(*COUNTS)
def extremes(x, n):
    """The least and the greatest, which may be one."""
    points = []
    for i in range(n):
        points.append(x - i)
    return min(points, key=lambda p: p.sum()), max(points, key=lambda p: p.sum())


class Sample:
    def __init__(self, value, weight):
        self.value, self.weight = value, weight


@program(*COUNTS)
def of_an_object(x, n):
    """The array of an object in a list."""
    samples = [Sample(x, 0)]
    for i in range(n):
        samples.append(Sample(x * i, i))
    return max(samples[1:], key=lambda s: s.weight).weight, samples[-1].value.sum()


@program(*COUNTS)
def of_another_object(x, n):
    """The arrays of two objects."""
    samples = []
    for i in range(n):
        samples.append(Sample(x * i, i))
    return samples[0].value, samples[-1]


@program(*COUNTS, refused=Refusal("AliasError", "samples[0].value[0] = 7"))
def one_array_in_all_objects(x, n):
    """What is written through one of several objects with one array is refused."""
    y, samples = x + 1, []
    for i in range(n):
        samples.append(Sample(y, i))
    samples[0].value[0] = 7
    return samples[-1].value.sum()


@program(*COUNTS, refused=Refusal("AliasError", "@program"))
def one_array_in_all_objects_that_leave(x, n):
    """So is a list of them."""
    samples = []
    for i in range(n):
        samples.append(Sample(x, i))
    return samples


@program(*COUNTS, refused=Refusal("AliasError", "same[0]"))
def always_the_argument(x, n):
    """The argument again and again."""
    same = []
    for _ in range(n):
        same.append(x)
    return same[0]


@program(*COUNTS, refused=Refusal("AliasError", "same[0]"))
def under_a_key(x, n):
    """The argument under keys of a dict."""
    same = {}
    for i in range(n):
        same[i] = x
    return same[0]


@program(*COUNTS, refused=Refusal("AliasError", "kept[-1]"))
def left_in_two_places(x, n):
    """The last item is what a variable holds."""
    kept = []
    for _ in range(n):
        x = x * 0.5
        kept.append(x)
    return x, kept[-1]


@program(*COUNTS, refused=Refusal("AliasError", "for point in points:"))
def found_in_a_loop(x, n):
    """A loop over the items chooses one, which may be the argument."""
    points = [x]
    for i in range(n):
        points.append(x * i)
    best = points[0]
    for point in points:
        if point.sum() > best.sum():
            best = point
    return best


@program(*COUNTS)
def found_among_new_ones(x, n):
    """Where it can be no other, it may leave."""
    points = []
    for i in range(n):
        points.append(x * i)
    best = points[0]
    for point in points:
        if point.sum() > best.sum():
            best = point
    return best


@program(*COUNTS, refused=Refusal("AliasError", "for point in points:"))
def answered_from_a_loop(x, n):
    """A loop over the items returns one."""
    points = [x]
    for i in range(n):
        points.append(x * i)
    for point in points:
        if point.sum() < 4:
            return point
    return None


@program(*COUNTS)
def two_slices(x, n):
    """Two slices of one list have items in common."""
    made = []
    for i in range(n):
        made.append(x * i)
    return made[:2], made[:1]


@program(*COUNTS)
def repeated(x, n):
    """One array under all indices."""
    y = x + 1
    return [y] * n


@program(*COUNTS)
def joined(x, n):
    """A list that is twice another one."""
    made = []
    for i in range(n):
        made.append(x * i)
    return made + made


@program(*COUNTS, refused=Refusal("AliasError", "made[1]"))
def item_of_a_sum(x, n):
    """A list of numbers and arrays that is put together anew in each turn."""
    made = [1.0]
    for _ in range(n):
        made = made + [x]  # noqa: RUF005
    return made[1]


@program(*COUNTS, refused=Refusal("AliasError", "b[0]"))
def known_list_in_a_loop(x, n):
    """A list whose length is known is sliced in a loop."""
    a, b = [x + 1], []
    for _ in range(n):
        a[0] = x * n
        b = a[:2]
    return a[0], b[0]


@program(*COUNTS, refused=Refusal("AliasError", "queue[0]"))
def end_of_a_queue(x, n):
    """A bounded queue of the argument."""
    queue = deque(maxlen=2)
    for _ in range(n):
        queue.append(x)
    return queue[0]


@program(*COUNTS, refused=Refusal("AliasError", "heapq.heappop(heap)"))
def least_of_a_heap(x, n):
    """What a heap gives may be the argument."""
    heap = [(0.5, x)]
    for i in range(n):
        heapq.heappush(heap, (float(i), x * i))
    return heapq.heappop(heap)[1]


@program(call([X, X + 1], N(3)), call([X], N(0)))
def callers_list(xs, n):
    """The caller's list grows, and its first item leaves, too."""
    for i in range(n):
        xs.append(xs[0] * i)
    return xs[0]


class Holder:
    def __init__(self, state):
        self.state, self.best = state, None


@program(call(Holder(X), N(3)), call(Holder(X), N(1)))
def to_an_attribute(holder, n):
    """Items that leave by attributes of the caller's object."""
    states = [holder.state]
    for i in range(n):
        states.append(states[-1] * i)
    holder.best = states[0]
    return states[1]


@program(*COUNTS)
def zero_dimensional(x, n):
    """Arrays without axes are objects, too."""
    first = np.array(2.0)
    values = [first]
    for i in range(n):
        values.append(np.array(x[0] + i))
    return values[0], first, values[-1]


@program(call(np.arange(3.0), 0), call(np.arange(3.0), 1), call(np.arange(3.0), 2))
def known_arrays_in_dicts(x, n):
    """What dicts hold that leave in a list of run-time length: the argument, and an array that was made before."""
    y = x + 1
    a, b = [{"v": x}, {"v": y}], []
    for _ in range(n):
        b = list(a)
    for _ in range(n // 2):
        a.pop()
    return a, b


@program(call(3), call(0), call(1))
def one_number_beside_more(n):
    """A list of one known number becomes one whose length the run knows, beside another list."""
    out, row, first = [], [0], [7]
    for _ in range(n):
        out.append(first)
        if len(row) > 2:
            row = list(row)
        else:
            out[-1][0] += 1
        out.append(row)
    return out


class Place:
    def __init__(self, v):
        self.v = v


@program(call(np.arange(3.0) + 1), call(np.arange(12.0)), call(np.arange(40.0) + 3))
def one_object_at_both_ends(x):
    """The first item of a list is put behind many others once more."""
    first, other = Place(x[0]), Place(0.0)
    out, k = [first], 0
    while k < x[0]:
        out.insert(0, other)
        k += 1
    for _ in x[1:]:
        out.insert(0, other)
    out.append(first)
    return out, out[-1] is out[-2]
