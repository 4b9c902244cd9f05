"""Texts of lists, tuples, deques and dicts of which only the running program knows what they hold."""

from collections import Counter, OrderedDict, defaultdict, deque
from dataclasses import dataclass

import numpy as np

from tests.harness import Refusal, Theme, call

program = Theme("printed containers")
FEW = np.array([-1.0, 2.0, 3.0])
MANY = np.array([1.0, -2.0, 3.0, -0.5, 2.5, 0.0, -7.0])
CALLS = (call(FEW), call(FEW[::-1]), call(-np.abs(FEW)), call(MANY), call(-MANY), call(-np.abs(MANY)))


@dataclass
class Reading:
    value: float
    tags: list


@program(*CALLS)
def printed_at_last(x):
    """A log that an early return leaves as it is."""
    log = []
    try:
        if x[0] > 0:
            return 1
        log.append(1)
        for i, e in enumerate(x):
            if e > 2:
                return i
            log.append("step %d" % i)
    finally:
        print(log)
    return 2


@program(*CALLS)
def numbers(x):
    """Each way to make a text of a list of numbers."""
    log = []
    for e in x:
        if e > 0:
            log.append(e)
        print(len(log), log)
    print(log, f"{log!r:>70}|{log}", "{} {!s:<40}".format(log, log), "%s" % log, str(tuple(log)), sep="\n")
    return str(log), repr(log), ascii(log)


@program(*CALLS)
def tuples(x):
    """Tuples of several kinds of values, texts with quotes among them."""
    log = []
    for i, e in enumerate(x):
        if e > 0:
            log.append((i, e, "a'b", None if e > 2 else [i]))
    print(log, {"a": log, "b": (log, 1)})
    return f"{log=}"


@program(*CALLS)
def of_many_kinds(x):
    """Items that are numbers, texts or nothing."""
    log = []
    for i, e in enumerate(x):
        if e > 2:
            log.append(None)
        elif e > 0:
            log.append(f"{e:.2f}")
        elif e > -1:
            log.append(i)
        else:
            log.append(complex(e, i))
    print(log)
    return str(log)


@program(*CALLS)
def of_objects(x):
    """Items that are dicts and objects."""
    log, made = [], []
    for i, e in enumerate(x):
        if e > 0:
            log.append({"i": i, "e": e})
            made.append(Reading(e, [i]))
    print(log, made)


@program(*CALLS)
def of_lists(x):
    """Lists of lists, each of its own length."""
    found = []
    for e in x:
        found.append([f for f in x if f > e])
    print(found)
    return str(found)


@program(*CALLS)
def of_arrays(x):
    """Arrays, of two dtypes."""
    log = []
    for e in x:
        if e > 0:
            log.append(np.array([e, 2 * e]))
    print(log)
    return repr((log, 1))


@program(*CALLS)
def queues(x):
    """Deques, with room for so many or without."""
    q, last = deque(), deque(maxlen=2)
    for e in x:
        if e > 0:
            q.append(e)
            last.append((e, 1))
    print(q, last)
    return f"{q} {last!r}"


@program(*CALLS)
def dicts(x):
    """Dicts with run-time keys, and those whose values are lists."""
    groups, counts, seen, named = defaultdict(list), Counter(), {}, {}
    for e in x:
        groups[int(e) % 2].append(int(e))
        counts[int(e) % 3] += 1
        seen[int(e)] = e
        named.setdefault("up" if e > 0 else "down", []).append(e)
    print(groups, counts, seen, named, sep="\n")
    return str(groups) + repr(counts) + f"{seen}"


@program(*CALLS)
def as_messages(x):
    """In what is raised, as text and as it is."""
    log = []
    for e in x:
        if e > 0:
            log.append((e, 1))
    if len(log) > 2:
        raise ValueError(f"too many: {log}")
    if log:
        raise ValueError(log)
    assert x[0] > 5, f"nothing in {log}"


@program(*CALLS)
def used_on(x):
    """The text is one as any other, and what becomes of the list does not change it."""
    log = []
    for e in x:
        if e > 0:
            log.append(e)
    before = str(log)
    log.append(5.5)
    after = str(log)
    log[:] = [1]
    return before == after, len(before), before[:3], after.count(","), before + after, str(log)


@program(*CALLS)
def no_such_format(x):
    """A list takes no format spec."""
    log = []
    for e in x:
        if e > 0:
            log.append(e)
    return f"{log:>10}"


@program(*CALLS)
def sets(x):
    """Sets are shown in the order of Python's own table."""
    seen = set()
    for e in x:
        if e > 0:
            seen.add(int(e))
    print(seen)
    return f"{seen} {sorted(seen)}", str({float(e) * 7 for e in x}), repr({(int(e), 0.5) for e in x})


@program(*CALLS)
def sets_under_keys(x):
    """Sets that were put together under run-time keys, in a dict and in a list."""
    groups = {}
    for e in x:
        groups.setdefault(int(e) % 3, set()).add(int(e) * 5)
    print(groups, list(groups.values()))
    return str(groups)


@program(*CALLS)
def sets_of_sets(x):
    """What operators and methods make of sets; the texts of none and of few elements."""
    a, b = {int(e) for e in x}, {int(e) + 3 for e in x if e > 0}
    print(a | b, a & b, a - b, sep="; ")
    b.discard(5)
    b.add(90)
    return f"{a ^ b}", f"{b!r:>20}"


@program(call(MANY), refused=Refusal("SideEffectError", "print(names)"))
def sets_of_texts(x):
    """The hashes of texts are others in each process."""
    names = set()
    for e in x:
        names.add(f"n{int(e)}")
    print(len(names))
    print(names)


@program(*CALLS)
def ordered_dicts(x):
    """Ordered dicts are shown as this Python does."""
    seen = OrderedDict()
    for e in x:
        if e > 0:
            seen[int(e)] = float(e)
    print(seen)
    return f"{seen!r}"
