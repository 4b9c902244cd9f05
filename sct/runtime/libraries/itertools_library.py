"""Functions of `itertools` and `heapq` over run-time items, as Python that is converted and inlined.

What walks several times through the items is given them as a list.
"""

# ruff: noqa: D103
# mypy: ignore-errors

from __future__ import annotations


def groupby_(groups, items, keys):
    n = len(items)
    first = 0
    while first < n:
        last = first + 1
        while last < n and keys[first] == keys[last]:
            last = last + 1
        yield keys[first], groups(items[first:last])
        groups(None)
        first = last


def keys_of(items, key):
    return [key(item) for item in items]


def zip_longest_(most, lists, fill, unchanged):
    for i in range(most):
        unchanged()
        yield tuple([xs[i] if i < len(xs) else fill for xs in lists])


def compress_(data, selectors):
    for x, chosen in zip(data, selectors):  # noqa: B905
        if chosen:
            yield x


def batched_(items, n, unchanged):
    if n < 1:
        raise ValueError("n must be at least one")
    for first in range(0, len(items), n):
        unchanged()
        yield tuple(items[first : first + n])


def product_1(a):
    for x in a:
        yield (x,)


def product_2(a, b):
    for x in a:
        for y in b:
            yield x, y


def product_3(a, b, c):
    for x in a:
        for y in b:
            for z in c:
                yield x, y, z


def combinations_1(items):
    for x in items:
        yield (x,)


def combinations_2(items):
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            yield items[i], items[j]


def combinations_3(items):
    for i in range(len(items)):
        for j in range(i + 1, len(items)):
            for k in range(j + 1, len(items)):
                yield items[i], items[j], items[k]


def repeated_1(items):
    for x in items:
        yield (x,)


def repeated_2(items):
    for i in range(len(items)):
        for j in range(i, len(items)):
            yield items[i], items[j]


def repeated_3(items):
    for i in range(len(items)):
        for j in range(i, len(items)):
            for k in range(j, len(items)):
                yield items[i], items[j], items[k]


def permutations_1(items):
    for x in items:
        yield (x,)


def permutations_2(items):
    for i in range(len(items)):
        for j in range(len(items)):
            if i != j:
                yield items[i], items[j]


def permutations_3(items):
    for i in range(len(items)):
        for j in range(len(items)):
            for k in range(len(items)):
                if i != j and j != k and i != k:
                    yield items[i], items[j], items[k]


def permutations_of_all(items):
    order = list(range(len(items)))
    going = True
    while going:
        yield tuple([items[i] for i in order])
        i = len(order) - 2
        while i >= 0 and order[i] > order[i + 1]:
            i = i - 1
        going = i >= 0
        if going:
            j = len(order) - 1
            while order[j] < order[i]:
                j = j - 1
            order[i], order[j] = order[j], order[i]
            low, high = i + 1, len(order) - 1
            while low < high:
                order[low], order[high] = order[high], order[low]
                low = low + 1
                high = high - 1


def combinations_of_any(items, r):
    n = len(items)
    places = list(range(r))
    going = r <= n
    while going:
        yield tuple([items[i] for i in places])
        i = r - 1
        while i >= 0 and places[i] == i + n - r:
            i = i - 1
        going = i >= 0
        if going:
            first = places[i] + 1 - i
            for j in range(i, r):
                places[j] = first + j


def repeat_(item, times):
    for _ in range(times):
        yield item


def begun_later(begin):
    yield from begin()


def merge_(a, b, keys, others, reverse, unchanged):
    i = j = 0
    for _ in range(len(a) + len(b)):
        unchanged()
        if i == len(a):
            left = False
        elif j == len(b):
            left = True
        elif reverse:
            left = not keys[i] < others[j]
        else:
            left = not others[j] < keys[i]
        if left:
            item = a[i]
            i = i + 1
        else:
            item = b[j]
            j = j + 1
        yield item


def best_(items, n, key, reverse):
    if key is None:
        return sorted(items, reverse=reverse)[: n if n >= 1 else 0]
    if n < 1:  # no key is asked for
        return []
    return sorted(items, key=key, reverse=reverse)[:n]
