"""Python's builtins over generators, as Python that is converted and inlined where they meet one in a trace.

`at` in `zip_one` and `enumerate_` is an object with items by index. Nothing here reads a global, so
nothing is guarded.
"""

# ruff: noqa: D103, F821, F841, SIM110, UP028
# mypy: ignore-errors

from __future__ import annotations


def each(items):
    for item in items:
        yield item


def stepped(step):
    while True:
        got = step()
        if got is None:
            return
        yield got[0]


def by_index(step):
    i = 0
    while True:
        got = step(i)
        if got is None:
            return
        yield got[0]
        i += 1


def next_or(step, default):
    got = step()
    if got is None:
        return default
    return got[0]


def collected(items):
    made = []
    for item in items:
        made.append(item)
    return made


def total(items, start):
    result = start
    for item in items:
        result = result + item
    return result


def careful_total(items, start, added, finished):
    result = start
    lost = 0.0
    for item in items:
        result, lost = added(result, lost, item)
    return finished(result, lost)


def multiplied(items, start):
    result = start
    for item in items:
        result = result * item
    return result


def any_(items):
    for item in items:
        if item:
            return True
    return False


def all_(items):
    for item in items:
        if not item:
            return False
    return True


def contains(items, wanted):
    for item in items:
        if item is wanted or item == wanted:
            return True
    return False


def joined(items, sep):
    return sep.join([str(item) for item in items])


def columns(rows, width):
    made = []
    if rows:
        for k in range(width):
            made.append(tuple([row[k] for row in rows]))
    return made


def columns_of_any(rows):
    made = []
    if rows:
        for k in range(min([len(row) for row in rows])):
            made.append(tuple([row[k] for row in rows]))
    return made


def until(function, sentinel):
    while True:
        item = function()
        if item == sentinel:
            return
        yield item


def sorted_by(items, compare, reverse):
    """A stable sort: each item goes behind those before that it is not less than."""
    ordered = []
    for item in items[::-1] if reverse else items:
        low, high = 0, len(ordered)
        while low < high:
            middle = (low + high) // 2
            if compare(item, ordered[middle]) < 0:
                high = middle
            else:
                low = middle + 1
        ordered.insert(low, item)
    return ordered[::-1] if reverse else ordered


def count_of(items, wanted):
    number = 0
    for item in items:
        if item == wanted:
            number = number + 1
    return number


def index_of(items, wanted):
    number = 0
    for item in items:
        if item == wanted:
            return number
        number = number + 1
    raise ValueError("sequence.index(x): x not in sequence")


def first_item(items, default):
    for item in items:
        return item
    if default:
        return default[0]
    raise StopIteration


def least(items, key, default):
    empty = True
    for item in items:
        rank = item if key is None else key(item)
        if empty or rank < best_rank:
            best, best_rank = item, rank
        empty = False
    if empty:
        if default:
            return default[0]
        return min(())  # which says what Python says
    return best


def greatest(items, key, default):
    empty = True
    for item in items:
        rank = item if key is None else key(item)
        if empty or rank > best_rank:
            best, best_rank = item, rank
        empty = False
    if empty:
        if default:
            return default[0]
        return max(())
    return best


def enumerate_(items, start):
    number = start
    for item in items:
        yield number, item
        number = number + 1


def zip_first(items, at, length):
    """`zip(items, *others)`, where the others are found by index."""
    number = 0
    for item in items:
        if number >= length:
            return
        yield (item, *at[number])
        number = number + 1


def zip_later(items, at, length, place):
    """The same where `place` of the others come before the generator: they are asked first."""
    if length > 0:
        number = 0
        for item in items:
            others = at[number]
            yield (*others[:place], item, *others[place:])
            number = number + 1
            if number >= length:
                return


def zip_all(iterators, stepped):
    while True:
        items = []
        for iterator in iterators:
            got = stepped(iterator)
            if got is None:
                return
            items.append(got[0])
        yield tuple(items)


def map_(function, items):
    for item in items:
        yield function(item)


def mapped(zip, function, *iterables):
    for items in zip(*iterables):
        yield function(*items)


def starmap_(function, items):
    for item in items:
        yield function(*item)


def filter_(function, items):
    for item in items:
        if item if function is None else function(item):
            yield item


def filterfalse_(function, items):
    for item in items:
        if not (item if function is None else function(item)):
            yield item


def takewhile_(function, items):
    for item in items:
        if not function(item):
            return
        yield item


def dropwhile_(function, items):
    dropping = True
    for item in items:
        if dropping and function(item):
            continue
        dropping = False
        yield item


def accumulate_(items, function, initial):
    empty = True
    if initial:
        result = initial[0]
        empty = False
        yield result
    for item in items:
        if empty:
            result = item
        elif function is None:
            result = result + item
        else:
            result = function(result, item)
        empty = False
        yield result


def reduce_(function, items, initial):
    empty = True
    if initial:
        result = initial[0]
        empty = False
    for item in items:
        result = item if empty else function(result, item)
        empty = False
    if empty:
        raise TypeError("reduce() of empty iterable with no initial value")
    return result


def pairwise_(items):
    empty = True
    for item in items:
        if not empty:
            yield before, item
        before = item
        empty = False


def chain_(*iterables):
    for items in iterables:
        yield from items


def chain_two(first, second):
    yield from first
    yield from second


def chain_all(iterables):
    for items in iterables:
        yield from items


def check_bounds(start, stop, step, alone, start_is_whole, stop_is_whole, step_is_whole):
    if alone and not (stop_is_whole and stop >= 0):
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if not start_is_whole or not stop_is_whole or start < 0 or (stop is not None and stop < 0):
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    if not step_is_whole or step < 1:
        raise ValueError("Step for islice() must be a positive integer or None.")


def islice_(items, start, stop, step):
    if stop is not None and stop <= 0:
        return
    number = 0
    for item in items:
        if number >= start and (number - start) % step == 0:
            yield item
        number = number + 1
        if stop is not None and number >= stop:
            return


def count_(start, step):
    number = start
    while True:
        yield number
        number = number + step


def cycle_(items, kept):
    for item in items:
        kept.append(item)
        yield item
    while len(kept):
        for item in kept:
            yield item


def compress_(items, selectors):
    for item, chosen in zip(items, selectors, strict=False):
        if chosen:
            yield item
