"""Steps that lead to a set, against the set itself: `set_order_after` and `set_next`."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from sct import ops
from sct.ops.hash_tables import NUMBER
from sct.ops.set_steps import ADD, CLEAR, COPY, DISCARD, METHODS, NEW, NEW_DICT, NEW_LIST, POP, continued, replayed

NUMBERS = st.integers(-3, 12) | st.sampled_from([8, 16, 24, 32, 64, 128, 2**61 - 1, -(2**40)])
ONE = st.tuples(st.sampled_from([ADD, ADD, ADD, DISCARD, CLEAR, POP, COPY]), NUMBERS)
OTHER = st.tuples(st.sampled_from(sorted(METHODS)), st.sampled_from([NEW, NEW_LIST, NEW_DICT]), st.lists(NUMBERS, max_size=12))


def written(history):
    """What a history does to a set, and the steps that say so."""
    made, steps, about = set(), [], []
    for first, *rest in history:
        if isinstance(first, str):
            kind, items = rest
            other = {NEW: set, NEW_LIST: list, NEW_DICT: dict.fromkeys}[kind](items)
            found = getattr(made, first)(other)
            made = made if found is None else found
            steps += [kind, *[ADD] * len(items), METHODS[first]]
            about += items
            continue
        (x,) = rest
        if first == POP and not made:
            continue
        steps.append(first)
        if first in (ADD, DISCARD):
            about.append(x)
        {ADD: made.add, DISCARD: made.discard, CLEAR: lambda _: made.clear(), POP: lambda _: made.pop()}.get(
            first, lambda _: None
        )(x)
        made = made.copy() if first == COPY else made
    return made, steps, about


@settings(deadline=None, max_examples=200)
@given(st.lists(ONE | OTHER, max_size=30))
def test_the_same_order(history):
    made, steps, about = written(history)
    assert list(replayed(steps, about)) == list(made)
    if made and about:
        elements = np.array(sorted(made), np.int64)
        columns = elements, np.array(steps, np.int64), np.array(about, np.int64)
        order = ops.get("set_order_after").kernel(*columns, form=NUMBER, xp=np)
        assert elements[order].tolist() == list(made)
        assert elements[ops.get("set_next").kernel(*columns, form=NUMBER, xp=np)] == made.pop()


def test_columns_of_tuples():
    pairs = [(3, 0.5), (1, 2.5), (8, 0.5)]
    columns = [np.array(column) for column in zip(*pairs, strict=True)]
    order = ops.get("set_order_after").kernel(*columns, np.array([ADD] * 3), *columns, form=(NUMBER, NUMBER), xp=np)
    assert [pairs[k] for k in order] == list(dict.fromkeys({*pairs}))


def test_tuples_of_one_and_in_others():
    """They are hashed as what they are."""
    ones = [(3,), (1,), (8,), (4,)]
    column = np.array([x for (x,) in ones])
    steps = np.array([ADD] * len(ones))
    order = ops.get("set_order_after").kernel(column, steps, column, form=(NUMBER,), xp=np)
    assert [ones[k] for k in order] == list(dict.fromkeys(set(ones)))
    inner = [(x, (x % 3,)) for (x,) in ones]
    columns = [column, column % 3]
    order = ops.get("set_order").kernel(*columns, form=(NUMBER, (NUMBER,)), xp=np)
    assert {inner[k] for k in order} == set(inner)
    made = set()
    for x in inner:
        made.add(x)
    assert [inner[k] for k in order] == list(made)


def test_a_set_goes_on_as_itself():
    made = {5}
    assert continued(made, [ADD, DISCARD], [7, 5]) is made
    assert made == {7}


def test_nothing_to_take_out():
    empty = np.zeros(0, np.int64)
    assert ops.get("set_next").kernel(empty, empty, empty, form=NUMBER, xp=np) == -1
