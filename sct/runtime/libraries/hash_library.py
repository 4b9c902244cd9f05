"""Dicts and sets whose keys only the running program knows, as lists of keys and of values: converted and inlined."""

# ruff: noqa: D103, SIM110
# mypy: ignore-errors

from __future__ import annotations

from sct.runtime.lists.item_equality import same_item


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
        values.append(factory())  # before the key is there, which a factory may count
        keys.append(key)
    return values[at]


def item_or_missing(values, at, missing, owner, key):
    if at < 0:
        return missing(owner, key)
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


def pop_item(keys, values, last):
    if len(keys) == 0:
        raise KeyError("dictionary is empty")
    at = len(keys) - 1 if last else 0
    return keys.pop(at), values.pop(at)


def move_to_end(keys, values, at, key, last):
    if at < 0:
        raise KeyError(key)
    kept, value = keys.pop(at), values.pop(at)
    if last:
        keys.append(kept)
        values.append(value)
    else:
        keys.insert(0, kept)
        values.insert(0, value)


def add(keys, at, x):
    if at < 0:
        keys.append(x)


def add_noted(keys, at, x, steps, about, code):
    if at < 0:
        keys.append(x)
        steps.append(code)
        about.append(x)


def discard_noted(keys, at, x, required, steps, about, code):
    if at >= 0:
        keys.pop(at)
        steps.append(code)
        about.append(x)
    elif required:
        raise KeyError(x)


def pop_noted(keys, at, steps, code):
    if at < 0:
        raise KeyError("pop from an empty set")
    steps.append(code)
    return keys.pop(at)


def append(steps, code):
    steps.append(code)


def extend(xs, ys):
    xs.extend(ys)


def join_logs(steps, about, others, theirs, code):
    steps.extend(others)
    about.extend(theirs)
    steps.append(code)


def repeated_step(items, code):
    return [code for _ in items]


def discard(keys, at, x, required):
    if at >= 0:
        keys.pop(at)
    elif required:
        raise KeyError(x)


def place_of_object(keys, x, number):
    for i in range(len(keys)):
        if keys[i] == x and hash(keys[i]) == number:
            return i
    return -1


def add_all(owner, items):
    for x in items:
        owner.add(x)


def store_all_by(owner, pairs, store):
    for key, value in pairs:
        store(owner, key, value)


def store_all(owner, pairs):
    for key, value in pairs:
        owner[key] = value


def same_size(before, now, kind):
    if now != before:
        raise RuntimeError(f"{kind} changed size during iteration")


def holds_pair(values, at, value):
    return at >= 0 and bool(same_item(values[at], value))


def same(keys, values, theirs, place_of, turned):
    if len(keys) != len(theirs):
        return False
    for i in range(len(keys)):
        at = place_of(keys[i])
        if at < 0:
            return False
        if not (same_item(theirs[at], values[i]) if turned else same_item(values[i], theirs[at])):
            return False
    return True


def same_in_order(keys, values, others, theirs):
    if len(keys) != len(others):
        return False
    for i in range(len(keys)):
        if not (keys[i] == others[i] and same_item(values[i], theirs[i])):
            return False
    return True


def common(out, items, other):
    for x in items:
        if x in other:
            out.add(x)


def common_to_sets(out, items, one, other_items, other):
    if len(other) > len(one):
        for x in items:
            if x in other:
                out.add(x)
    else:
        for x in other_items:
            if x in one:
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


def pairs_of(keys, mapping):
    return [(key, mapping[key]) for key in keys]


def most_common(keys, values, n):
    order = sorted(range(len(keys)), key=lambda k: values[k], reverse=True)
    if n is not None:
        order = order[: n if n > 0 else 0 * n]
    return [(keys[k], values[k]) for k in order]


def count_all(owner, items):
    for x in items:
        owner[x] = owner.get(x, 0) + 1


def subtract_all(owner, items):
    for x in items:
        owner[x] = owner.get(x, 0) - 1


def add_counts(owner, pairs, sign):
    for key, count in pairs:
        owner[key] = owner.get(key, 0) + sign * count


def counter_add(out, a, b):
    for x, count in a.items():
        total = count + b[x]
        if total > 0:
            out[x] = total
    for x, count in b.items():
        if x not in a and count > 0:
            out[x] = count


def counter_sub(out, a, b):
    for x, count in a.items():
        total = count - b[x]
        if total > 0:
            out[x] = total
    for x, count in b.items():
        if x not in a and count < 0:
            out[x] = 0 - count


def counter_or(out, a, b):
    for x, count in a.items():
        other = b[x]
        total = other if count < other else count
        if total > 0:
            out[x] = total
    for x, count in b.items():
        if x not in a and count > 0:
            out[x] = count


def counter_and(out, a, b):
    for x, count in a.items():
        other = b[x]
        total = count if count < other else other
        if total > 0:
            out[x] = total


def counter_pos(out, a):
    for x, count in a.items():
        if count > 0:
            out[x] = count


def counter_neg(out, a):
    for x, count in a.items():
        if count < 0:
            out[x] = 0 - count


def counter_eq(a, b):
    for x, count in a.items():
        if count != b[x]:
            return False
    for x, count in b.items():
        if count != a[x]:
            return False
    return True


def counter_le(a, b):
    for x, count in a.items():
        if not count <= b[x]:
            return False
    for x, count in b.items():
        if not a[x] <= count:
            return False
    return True


def elements(keys, values):
    return [key for key, count in zip(keys, values, strict=False) for _ in range(count)]


def from_keys(owner, items, value):
    for x in items:
        owner[x] = value


def hinted(hints, place, keys, key):
    at = hints.get((place, *key) if isinstance(key, tuple) else (place, key), -1)
    if at >= len(keys):
        return -1
    if at >= 0 and not (keys[at] == key):  # noqa: SIM201 - as Python asks, whose classes may answer `!=` otherwise
        return -1
    return at


def hint(hints, place, keys):
    last = len(keys) - 1
    if last >= 0:
        key = keys[last]
        entry = (place, *key) if isinstance(key, tuple) else (place, key)
        at = hints.get(entry, -1)
        if at < 0 or at > last or not (keys[at] == key):  # noqa: SIM201 - as above
            hints[entry] = last


def hint_before(hints, place, keys, at):
    if at >= 0:
        for k in range(at + 1, len(keys)):
            key = keys[k]
            entry = (place, *key) if isinstance(key, tuple) else (place, key)
            hints[entry] = k - 1


def hint_all(hints, place, keys):
    for k in range(len(keys)):
        key = keys[k]
        entry = (place, *key) if isinstance(key, tuple) else (place, key)
        hints[entry] = k
