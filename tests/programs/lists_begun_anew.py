"""Lists that are collected, put into another one and begun anew, as only the run says; and other names for them."""

import itertools

import numpy as np

from tests.harness import Theme, call

program = Theme("lists begun anew")
FEW = np.array([1.0, 1.5, 3.0, 3.2, 5.0, 5.1, 5.2, 9.0])
MANY = np.cumsum(np.random.default_rng(3).integers(0, 3, 300)).astype(float)
STEPS = np.random.default_rng(5).integers(0, 4, 150)


@program(call(FEW), call(FEW[:1]), call(MANY), call(FEW[::-1].copy()))
def gaps(xs):
    """A new list after each gap; the last one has two names and leaves three times."""
    out, cur = [], [xs[0]]
    for y in xs[1:]:
        if y - cur[-1] > 1:
            out.append(cur)
            cur = [y]
        else:
            cur.append(y)
    out.append(cur)
    return out, cur, max(out, key=len)


@program(call(STEPS), call(STEPS[:7]), call(STEPS[:0]))
def words(codes):
    """Words between zeros."""
    words, word = [], []
    for c in codes:
        if c == 0:
            if word:
                words.append(word)
            word = []
        else:
            word.append(int(c))
    if word:
        words.append(word)
    return words


@program(call(STEPS), call(STEPS[:9]), call(STEPS[:1]))
def ended_by_the_item(xs):
    """The item that ends a list is part of it."""
    out, cur = [], []
    for y in xs:
        cur.append(y)
        if y > 1:
            out.append(cur)
            cur = []
    return out


@program(call(STEPS), call(STEPS[:10]), call(STEPS[:0]))
def ascending(xs):
    """Before the item."""
    out, cur = [], []
    for y in xs:
        if cur and y < cur[-1]:
            out.append(cur)
            cur = []
        cur.append(y)
    if cur:
        out.append(cur)
    return [len(c) for c in out], out


@program(call(STEPS), call(STEPS[:10]), call(STEPS[:0]))
def longest_run(xs):
    """A copy of the best so far."""
    best, cur = [], []
    for y in xs:
        if not cur or y > cur[-1]:
            cur.append(y)
        else:
            cur = [y]
        if len(cur) > len(best):
            best = cur[:]
    return best


@program(call(STEPS), call(STEPS[:10]), call(STEPS[:1]))
def best_is_one_of_them(xs):
    """Another name for the best so far, which may go on growing."""
    best = cur = [int(xs[0])]
    for y in xs[1:]:
        if y > cur[-1]:
            cur.append(int(y))
        else:
            cur = [int(y)]
        if len(cur) >= len(best):
            best = cur
    return best, cur, best is cur


@program(call(STEPS), call(STEPS[:10]))
def of_full_length(xs):
    """Batches of three."""
    batches, batch = [], []
    for y in xs:
        batch.append(y)
        if len(batch) == 3:
            batches.append(batch)
            batch = []
    if batch:
        batches.append(batch)
    return batches, [sum(b) for b in batches]


@program(call(STEPS), call(STEPS[:10]), call(STEPS[:1]))
def handed_back(xs):
    """What a name stands for is chosen among lists that are in another one."""
    out = [[0.0]]
    cur = out[0]
    for y in xs:
        if y > 2:
            cur = out[-1]
        elif y > 1:
            cur = out[0]
        else:
            out.append([float(y)])
        cur.append(float(y))
    return out, cur


@program(call(STEPS), call(STEPS[:12]))
def emptied_and_used_again(xs):
    """All names see that a list is emptied."""
    out, cur, last = [], [], []
    for y in xs:
        if y == 0:
            out.append(cur)
            last = cur
            cur = []
        elif y == 3 and len(last) > 2:
            last.clear()
        cur.append(y)
        last.append(y)
    return out, cur, last


@program(call(STEPS), call(STEPS[:12]))
def sorted_and_changed(xs):
    """Methods that change more than the end."""
    out, cur = [], []
    for y in xs:
        cur.insert(0, int(y))
        if len(cur) > 4:
            cur.sort()
            cur[1] += 10
            cur.pop(2)
            cur.reverse()
            out.append(cur)
            cur = cur[1:3] if y > 1 else [int(y)] * 2
        elif y == 3 and cur:
            cur.pop()
    return out, cur


@program(call(STEPS), call(STEPS[:12]))
def joined_with_the_one_before(xs):
    """`+=` of lists; what is added may be the list itself."""
    out, cur, last = [], [], []
    for y in xs:
        if y < 2 and len(cur) < 30:
            cur += last
            cur += [int(y)]
        else:
            last = cur
            out.append(cur)
            cur = [int(y), 7]
        if len(cur) < 4:
            cur += cur
    return out, cur, last


@program(call(STEPS), call(STEPS[:12]))
def pairs_of_numbers(xs):
    """Lists of tuples."""
    out, cur = [], []
    for i, y in enumerate(xs):
        if y == 0 and cur:
            out.append(cur)
            cur = []
        cur.append((i, float(y)))
    out.append(cur)
    return out


@program(call(STEPS), call(STEPS[:6]))
def of_lists(xs):
    """Lists of lists of lists."""
    out, cur = [], []
    for y in xs:
        if y > 2:
            out.append(cur)
            cur = []
        cur.append([int(y)])
        if y == 1:
            cur[0].append(5)
    return out, cur


@program(call(STEPS), call(STEPS[:6]))
def of_texts(xs):
    """Texts of the run, and tuples with them."""
    out, cur = [], []
    for k, y in enumerate(xs):
        if y > 2:
            out.append(cur)
            cur = []
        cur.append((f"{k}:{int(y)}", int(y)))
    return out, cur


@program(call(STEPS), call(STEPS[:6]))
def best_beside_all(xs):
    """The longest and the least, beside the list that they are in."""
    out = []
    for y in xs:
        out.append([int(y)] * int(y))
    return max(out, key=len), min(out, key=lambda one: -len(one)), out


@program(call(STEPS), call(STEPS[:12]))
def compared(xs):
    """Equal, the same, or neither."""
    cur, last, same, equal = [], [], 0, 0
    for y in xs:
        if y > 1:
            last, cur = cur, []
        elif y > 0:
            last = cur
        cur.append(0 if len(cur) else 1)
        same += cur is last
        equal += cur == last
    return same, equal, cur, last


@program(call(STEPS), call(STEPS[:12]))
def walked_through(xs):
    """A loop over what a name stands for, inside."""
    out, cur, total = [], [], 0
    for y in xs:
        if y == 0:
            out.append(cur)
            cur = []
        cur.append(y)
        for v in cur:
            total += int(v) * len(cur)
    for group in out:
        for v in group:
            total -= int(v)
    return total, out


def chunks(xs, limit):
    """Others' way: a generator."""
    cur = []
    for y in xs:
        if sum(cur) + y > limit:
            yield cur
            cur = []
        cur.append(y)
    if cur:
        yield cur


@program(call(STEPS), call(STEPS[:12]))
def from_a_generator(xs):
    """Yielded, and begun anew."""
    return [len(c) for c in chunks(xs, 6)], list(chunks(xs, 9))


@program(call(STEPS), call(STEPS[:12]))
def against_groupby(xs):
    """Runs of equal numbers, by hand and by the library."""
    out, cur = [], [xs[0]]
    for y in xs[1:]:
        if y == cur[0]:
            cur.append(y)
        else:
            out.append(cur)
            cur = [y]
    out.append(cur)
    return out == [list(g) for _, g in itertools.groupby(xs)]
