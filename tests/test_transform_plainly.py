"""Converted functions on plain values: what looks at its own frame, handlers of groups, names in comparisons."""

import inspect
import traceback

import numpy as np
import pytest

import sct


def names_of_locals(x):
    stopped = 0
    for i in range(3):
        if i == x:
            break
        stopped += i
    return sorted(locals().items()), sorted(vars()), dir()


def evaluated(x):
    y = x + 1
    return eval("x * y"), [eval(text) for text in ("1 + 1",)]


def executed(x):
    exec("seen = x")
    return x


def groups(x):
    seen = []
    try:
        if x:
            raise ExceptionGroup("two", [ValueError(x), TypeError(x)])
    except* ValueError as caught:
        seen.append(caught.exceptions[0].args)
    except* TypeError:
        seen.append("type")
    return seen


def assigned_in_a_comprehension(x):
    kept = {}
    return [0 for kept["at"] in range(x)], kept


def a_jump_out_of_finally(x):
    for i in range(5):
        try:
            if i == x:
                continue
        finally:
            if i == 3:
                break
    return i


@pytest.mark.parametrize(
    "function",
    [names_of_locals, evaluated, executed, groups, assigned_in_a_comprehension, a_jump_out_of_finally],
)
def test_what_only_python_can_do_stays_as_it_is(function):
    converted = sct.transform(function)
    for x in (0, 1, 3):
        assert converted(x) == function(x)
    with pytest.raises(sct.errors.UnsupportedSyntaxError):
        sct.to_static(function)(np.ones(2))
    with pytest.raises(sct.errors.UnsupportedSyntaxError):
        sct.transform(function, passes=sct.transformers.PIPELINE)


def compares_what_is_deleted(n, f):
    a = 1
    del a
    return n < f(2) <= a  # noqa: F821


def compares_what_is_bound_later(n, f):
    answer = n < f(2) < later  # noqa: F821
    later = 3
    return answer, later


@pytest.mark.parametrize("function", [compares_what_is_deleted, compares_what_is_bound_later])
def test_chains_read_the_functions_own_names(function):
    told = []
    for f in (function, sct.transform(function)):
        with pytest.raises(UnboundLocalError) as caught:
            f(1, int)
        told.append(("".join(traceback.format_exception(caught.value)).partition("<module>")[2], str(caught.value)))
    assert told[0] == told[1]


def chains(a, b, c, f):
    return a < b < c, a < f(b) < c, a is f(b) is not c, 1 < f(a) in (f(b), c) != 3 < b, not a < f(b) < c


@pytest.mark.parametrize("values", [(1, 2, 3), (1, 1, 1), (3, 2, 1), (2, 3, 2)])
def test_chains_are_written_as_chains(values):
    calls = []

    def noted(x):
        calls.append((x, len(inspect.stack())))
        return x

    converted = sct.transform(chains)
    assert converted(*values, int) == chains(*values, int)
    chains(*values, noted)
    expected, calls[:] = calls[:], []
    converted(*values, noted)
    assert calls == expected
    names = {code.co_name for code in converted.__code__.co_consts if inspect.iscode(code)}
    assert "<lambda>" not in names


class Counted:
    """Counts how often it is asked for its truth."""

    def __init__(self, answer):
        self.answer, self.asked = answer, 0

    def __bool__(self):
        self.asked += 1
        return self.answer


def asks(a, b):
    if a and (c := b):
        return c
    if a or (c := b):
        return c is b, (d := a) if (a or (e := b)) else b
    while a and (d := b):
        return d
    return None


@pytest.mark.parametrize("answers", [(False, False), (False, True), (True, False), (True, True)])
def test_an_operand_beside_a_walrus_is_asked_once(answers):
    counts = []
    for function in (asks, sct.transform(asks)):
        a, b = map(Counted, answers)
        try:
            function(a, b)
        except UnboundLocalError:
            counts.append("unbound")
        counts.append((a.asked, b.asked))
    assert counts[: len(counts) // 2] == counts[len(counts) // 2 :]
