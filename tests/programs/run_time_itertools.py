"""itertools and heapq over run-time items."""

import heapq
import itertools
from collections import Counter

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("run_time_itertools")
N = np.int64
X = np.array([3, 1, 2, 3, 3, 0, 1, 7, 2, 5, 5, 11, 3])


@program(call(X))
def g2(x):
    """The longest run."""
    best = 0
    for k, g in itertools.groupby(x > 2):
        n = len(list(g))
        if k and n > best:
            best = n
    return best


@program(call(X))
def g4(x):
    """Places by value."""
    out = []
    for k, g in itertools.groupby(sorted(enumerate(x.tolist()), key=lambda t: t[1]), key=lambda t: t[1]):
        out.append((k, [i for i, _ in g]))
    return out


@program(call(X))
def g5(x):
    """The first of a group is taken before the others."""
    out = []
    for v, g in itertools.groupby(x.tolist()):
        first = next(g)
        out.append((v, first, sum((1 for _ in g))))
    return out


@program(call(X), call(X * 0))
def c1(x):
    """Combinations, permutations, products."""
    a = [int(v) for v in x if v > 2]
    return (
        list(itertools.combinations(a, 2)),
        len(list(itertools.combinations(a, 3))),
        list(itertools.permutations(a, 2))[:5],
        list(itertools.product(a, [1, 2])),
        list(itertools.combinations_with_replacement(a, 2))[-3:],
        sum((p * q for p, q in itertools.product(a, repeat=2))),
    )


@program(call(X, X + 1))
def m1(x, y):
    """Merged, and the largest ones."""
    a = sorted((int(v) for v in x if v > 2))
    b = sorted((int(v) for v in y if v < 9))
    return (
        list(heapq.merge(a, b, [1, 5, 100])),
        list(heapq.merge(a, b, key=lambda v: v)),
        list(heapq.merge(a[::-1], b[::-1], reverse=True)),
        heapq.nlargest(3, a),
        heapq.nsmallest(2, a, key=lambda v: -v),
        heapq.nlargest(len(b) - 9, x.tolist()),
        heapq.nsmallest(1, x.tolist()),
    )


@program(call(X))
def tk(x):
    """As long as a test holds, which is noted."""
    a = [int(v) for v in x if v > 0]
    seen = []

    def p(v):
        seen.append(v)
        return v != 7

    for v in itertools.takewhile(p, a):
        if v == 0:
            break
    return (list(itertools.dropwhile(lambda v: v < 3, a)), seen)


@program(call(X), call(X * 0))
def nx(x):
    """The first ones."""
    a = [int(v) for v in x if v > 4]
    return (next((v for v in a if v > 8), -1), next(iter(a)), next(iter(a), 5))


@program(call(3))
def uniq_perm(n):
    """Permutations that are no mirror images."""
    return [p for p in itertools.permutations(range(n)) if p[0] < p[-1]]


def gen(a):
    """Pairs of some."""
    for v in a:
        if v > 2:
            yield (v, v + 1)


@program(call(X))
def e1(x):
    """A dict of a generator."""
    return {k: v for k, v in gen(x.tolist())}


@program(call(X))
def e2(x):
    """Sums of groups."""
    return {k: sum(g) for k, g in itertools.groupby(sorted(x.tolist()))}


@program(call(X))
def e5(x):
    """Dicts of generators."""
    return (dict(gen(x.tolist())), dict(((v, k) for k, v in gen(x.tolist()))))


@program(call(X))
def e6(x):
    """Lengths of groups."""
    return (
        {k: len(list(g)) for k, g in itertools.groupby(x.tolist())},
        max(((len(list(g)), k) for k, g in itertools.groupby(x.tolist()))),
    )


@program(call(X))
def e7(x):
    """The longest of some groups."""
    return max((len(list(g)) for k, g in itertools.groupby(x.tolist()) if k > 2))


@program(call(X), call(X[:0]))
def groups(x):
    """Runs."""
    return [(int(k), len(list(g))) for k, g in itertools.groupby(x)]


@program(call(X))
def groups_sorted(x):
    """Lists by remainder."""
    out = {}
    for k, g in itertools.groupby(sorted(x.tolist()), key=lambda v: v % 3):
        out[k] = list(g)
    return out


@program(call(X))
def rle(x):
    """Run lengths."""
    out = []
    for k, g in itertools.groupby(x.tolist()):
        out.append((k, sum((1 for _ in g))))
    return out


@program(call(X), call(X * 0))
def acc(x):
    """Running sums and other iterators."""
    big = [int(v) for v in x if v > 1]
    return (
        list(itertools.accumulate(big)),
        list(itertools.accumulate(big, max)),
        list(itertools.chain(big, big)),
        list(itertools.islice(big, 2)),
        list(itertools.takewhile(lambda v: v > 2, big)),
        list(itertools.pairwise(big)),
        list(itertools.dropwhile(lambda v: v > 2, big)),
    )


@program(call(X))
def combos(x):
    """Sums over pairs."""
    big = [int(v) for v in x if v > 1]
    t = 0
    for a, b in itertools.combinations(big, 2):
        if a + b == 5:
            t += 1
    for a, b in itertools.product(big, big):
        t += a * b
    for p in itertools.permutations(big, 2):
        t += p[0] - 2 * p[1]
    return t


@program(call(X, 3))
def kth_heap(x, k):
    """The k-th largest."""
    h = []
    for v in x:
        heapq.heappush(h, v)
        if len(h) > k:
            heapq.heappop(h)
    return (h[0], heapq.nlargest(2, h), heapq.nsmallest(2, h))


@program(call(X, X + 1))
def merge_k(x, y):
    """Two sorted lists."""
    a = sorted((int(v) for v in x if v > 0))
    b = sorted((int(v) for v in y if v > 0))
    return list(heapq.merge(a, b))


FEW = (np.array([3, 1, 2, 5]), np.array([4, 2, 6, 1, 9, 3]), np.array([0, 1, 1]))


@program(*map(call, FEW))
def shortest_tour(x):
    """The best order of all, for as many items as the run finds; of none there is one order."""
    big = [int(v) for v in x if v > 1]
    best, route = 1e9, None
    for p in itertools.permutations(big):
        d = 0.0
        for i in range(len(p) - 1):
            d += abs(p[i] - p[i + 1]) * (i + 1)
        if d < best:
            best, route = d, p
    return best, route


@program(*map(call, FEW))
def all_orders(x):
    """In Python's order, equal items and all."""
    big = [v / 2 for v in x if v > 1]
    orders = list(itertools.permutations(big + big[:1]))
    return orders, len(orders)


@program(*map(call, FEW))
def four_of_some(x):
    """Combinations of more than three; of fewer items there are none."""
    big = [int(v) for v in x if v > 1]
    even = 0
    for p in itertools.combinations(big, 4):
        if sum(p) % 2 == 0:
            even += 1
    for a, b, c, d in itertools.combinations(big, 4):
        if a + b == c + d:
            return even, (a, b, c, d)
    return even, list(itertools.combinations(big, 5))


@program(*map(call, FEW))
def of_one_of_several(x):
    """Of lists and texts that the run chooses, and of a slice that may be shorter."""
    few = [int(v) for v in x if v > 1][:3]
    text = "abc" if x[0] > 3 else "de"
    return list(itertools.permutations(few)), list(itertools.combinations(text, 2)), list(itertools.permutations(text))


@program(*map(call, (X, X[:1], X * 1.5)))
def of_keys_of_the_run(x):
    """Of the keys of a dict and the elements of a set: the most frequent ones, pairs of them."""
    counts = Counter(x.tolist())
    best = heapq.nlargest(2, counts, key=counts.get), heapq.nsmallest(1, counts), heapq.nlargest(2, set(x.tolist()))
    return best, list(itertools.combinations(counts, 2)), sum(1 for _ in itertools.product(counts, counts))


@program(call(X, np.array(2)), refused=Refusal("StaticValueError", "best = heapq.nsmallest(n, x)"))
def counted_on_in_the_argument(x, n):
    """Python's own `nsmallest` adds to the array that says how many."""
    best = heapq.nsmallest(n, x)
    return best, n


class Asked:
    """Logs when it is asked for its items."""

    def __init__(self, name, items, log):
        self.name, self.items, self.log = name, items, log

    def __iter__(self):
        self.log.append(self.name)
        return iter(self.items)


class Placed:
    """A sequence of the old kind."""

    def __init__(self, items):
        self.items = items

    def __getitem__(self, k):
        return self.items[k]


class Alike:
    """Counts comparisons."""

    def __init__(self, v, asked):
        self.v, self.asked = v, asked

    def __eq__(self, other):
        self.asked.append((self.v, other.v))
        return self.v == other.v


@program(call(X))
def merged_when_begun(x):
    """Objects are asked for their items when the first one is wanted, and not where merge is called."""
    log = []
    merged = heapq.merge(Asked("a", [x[1], x[0]], log), Asked("b", [x[1] + 1], log), [2, 9])
    known = heapq.merge(Asked("c", [1, 3], log), Placed([2, x.size]))
    never = heapq.merge([x[0]], 5)
    log.append("made")
    first = next(merged)
    log.append("begun")
    found = [*merged], list(known), list(heapq.merge(Placed([x[1], x[0]]), Placed([x[1]]))), log
    try:
        next(never)
    except TypeError as error:
        return first, found, str(error)


@program(call(X), refused=Refusal("SideEffectError", "return first, list(merged)"))
def merged_lists_that_grow(x):
    """Python's own goes on with the list."""
    few, more = [x[0]], [x[1]]
    merged = heapq.merge(few, more)
    first = next(merged)
    more.append(x[1] + 1)
    return first, list(merged)


@program(call(X), refused=Refusal("SideEffectError", "heapq.merge([x[1], x[0]], [x[1]], key=seen.append)"))
def merged_by_a_loud_key(x):
    """A key is called for one item after the other."""
    seen = []
    merged = heapq.merge([x[1], x[0]], [x[1]], key=seen.append)
    next(merged)
    return len(seen)


@program(call(X), refused=Refusal("StaticValueError", "itertools.groupby(xs)"))
def grouped_by_a_loud_equality(x):
    """Python compares again where a group has been gone through to its end."""
    asked = []
    xs = [Alike(x[0], asked), Alike(x[0], asked), Alike(x[1], asked)]
    return [len(list(group)) for _, group in itertools.groupby(xs)], asked


@program(call(X / 2.0), call(X * np.nan))
def grouped_with_nan(x):
    """A NaN is like itself where it is one object."""
    v, many = x[0], []
    for _ in x:
        many.append(v)
    keys = [v, v, x[0]], [x[0], x[0]], many, x.tolist(), x
    return [[len(list(group)) for _, group in itertools.groupby(xs)] for xs in keys], [
        len(list(group)) for _, group in itertools.groupby(x[:3], key=lambda u: v)
    ]


@program(call(np.frombuffer(b"aabccc", np.uint8).copy()), call(np.frombuffer(b"x", np.uint8).copy()), call(np.zeros(0, np.uint8)))
def letters_of_a_text(codes):
    """Of a text that the run makes."""
    s = "".join(map(chr, codes))
    runs = [(k, len(list(g))) for k, g in itertools.groupby(s)]
    packed = "".join(f"{k}{len(list(g))}" for k, g in itertools.groupby(s))
    return runs, packed, list(itertools.pairwise(s)), list(itertools.islice(s, 3)), list(itertools.chain(s, "z"))
