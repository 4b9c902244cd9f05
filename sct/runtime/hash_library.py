"""Dicts and sets whose keys only the running program knows, as lists of keys and of values: converted and inlined."""

# ruff: noqa: D103, SIM110
# mypy: ignore-errors

from __future__ import annotations


def item(keys, values, at, key):
    if at < 0:
        raise KeyError(key)
    return values[at]


def item_or(values, at, default):
    if at < 0:
        return default
    return values[at]


def item_or_new(keys, values, at, key, factory):
    if at < 0:
        keys.append(key)
        values.append(factory())
    return values[at]


def set_default(keys, values, at, key, default):
    if at < 0:
        keys.append(key)
        values.append(default)
    return values[at]


def store(keys, values, at, key, value):
    if at < 0:
        keys.append(key)
        values.append(value)
    else:
        values[at] = value


def delete(keys, values, at, key):
    if at < 0:
        raise KeyError(key)
    keys.pop(at)
    return values.pop(at)


def delete_or(keys, values, at, default):
    if at < 0:
        return default
    keys.pop(at)
    return values.pop(at)


def add(keys, at, x):
    if at < 0:
        keys.append(x)


def discard(keys, at, x, required):
    if at >= 0:
        keys.pop(at)
    elif required:
        raise KeyError(x)


def add_all(owner, items):
    for x in items:
        owner.add(x)


def store_all(owner, pairs):
    for key, value in pairs:
        owner[key] = value


def same(keys, values, others, theirs):
    if len(keys) != len(others):
        return False
    for i in range(len(keys)):
        found = False
        for j in range(len(others)):
            if keys[i] == others[j] and values[i] == theirs[j]:
                found = True
        if not found:
            return False
    return True


def common(out, items, other):
    for x in items:
        if x in other:
            out.add(x)


def without(out, items, other):
    for x in items:
        if x not in other:
            out.add(x)


def all_in(items, other):
    for x in items:
        if x not in other:
            return False
    return True


def none_in(items, other):
    for x in items:
        if x in other:
            return False
    return True


def both(a, b):
    return a and b


def most_common(keys, values, n):
    order = sorted(range(len(keys)), key=lambda k: values[k], reverse=True)
    if n is not None:
        order = order[:n]
    return [(keys[k], values[k]) for k in order]


def count_all(owner, items):
    for x in items:
        owner[x] = owner.get(x, 0) + 1


def from_keys(owner, items, value):
    for x in items:
        owner[x] = value
