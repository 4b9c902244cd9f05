"""Arguments that are views of one memory, one of which is written to: as plain Python has it."""

import copy
import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sct
from sct.errors import AliasError, UnsupportedOpError
from tests.harness.observe import differences, observe
from tests.harness.program import Call


def flat():
    a = np.arange(12.0)
    r = a.reshape(3, 4)
    return [
        a,
        a[:-1],
        a[1:],
        a[::2],
        a[1::2],
        a[::-1],
        r,
        r.T,
        a[3:4].reshape(()),
        a[:],
        a[:, None],
        r[1],
        r[:, 2],
        r[1:, 1:3],
        r[:2, ::-1],
    ]


def matrix():
    a = np.arange(20.0).reshape(4, 5).copy()
    return [
        a,
        a.T,
        a[1],
        a[:, 2],
        a[1:, 1:3],
        a[:-1, :-1],
        a[1:, 1:],
        a.reshape(-1),
        a[::2],
        a[:, ::-1],
        a.diagonal(),
        a.reshape(5, 4),
    ]


def fortran():
    a = np.asfortranarray(np.arange(20.0).reshape(4, 5))
    return [a, a.T, a[1], a[:, 2], a[1:, 1:3], a.ravel("F")]


def complex_():
    a = np.arange(6) * (1 + 2j)
    return [a, a.real, a.imag, a.real[1:], a.imag[::-1], a[::2], a[::2].real]


def writes_both(x, y):
    x[...] = x + 1
    y *= 2
    return x, y, x.sum(), y.sum()


def writes_one(x, y):
    before = y.sum()
    for _ in range(3):
        if y.sum() > 5:
            x -= 1
    return y, before, x is y


@pytest.mark.parametrize("make", [flat, matrix, fortran, complex_])
@pytest.mark.parametrize("f", [writes_both, writes_one])
def test_pairs(make, f):
    static = sct.to_static(f)
    count = len(make())
    pairs = itertools.combinations_with_replacement(range(count), 2)
    for i, j in pairs if f is writes_both else ((j, i) for i, j in pairs):
        mine, theirs = make(), make()
        with np.errstate(all="ignore"):
            want, got = observe(f, Call((mine[i], mine[j]), {})), observe(static, Call((theirs[i], theirs[j]), {}))
        assert not differences(want, got, 1e-12), (i, j)
        np.testing.assert_array_equal(mine[0], theirs[0])


@st.composite
def layouts(draw):
    shape = tuple(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3)))
    views = []
    for _ in range(draw(st.integers(2, 3))):
        key = tuple(
            slice(*sorted((draw(st.integers(0, n)), draw(st.integers(0, n)))), draw(st.sampled_from([1, 1, 2])))
            for n in shape
        )
        views.append((key, draw(st.booleans()), draw(st.booleans())))
    return shape, views


def cut(layout):
    shape, views = layout
    base = np.arange(float(np.prod(shape))).reshape(shape)
    made = []
    for key, turned, backwards in views:
        view = base[key]
        view = view[::-1] if backwards else view
        made.append(view.T if turned else view)
    return base, made


def mix(arrays):
    total = 0.0
    for k, x in enumerate(arrays):
        x += k + total
        total = total + sum(y.sum() for y in arrays)
    arrays[0][...] *= 2
    return total, arrays[-1]


@settings(max_examples=60, deadline=None)
@given(layouts())
def test_any_slices(layout):
    (mine, a), (theirs, b) = cut(layout), cut(layout)
    want = mix(a)
    try:
        got = sct.to_static(mix)(b)
    except AliasError:  # the place of one of them in the memory of the owner is an unusual one
        np.testing.assert_array_equal(theirs, cut(layout)[0])
        return
    assert want[0] == got[0] and got[1] is b[-1]
    np.testing.assert_array_equal(mine, theirs)


def test_three_in_a_list_and_an_attribute():
    class Holder:
        pass

    def f(holder, parts):
        holder.state += 1
        parts[0][0] = holder.state.sum()
        return parts[1].sum()

    a, b = np.arange(6.0), np.arange(6.0)
    for base, run in ((a, f), (b, sct.to_static(f))):
        holder = Holder()
        holder.state = base[1:4]
        base[-1] = run(holder, [base[:3], base[2:]])
    np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("outs", [lambda o: (o[:3], o[:3]), lambda o: (o[:3], o[1:])])
def test_two_results_in_one_array(outs):
    def f(x, out):
        return np.modf(x, *outs(out))

    with pytest.raises(UnsupportedOpError):
        sct.to_static(f)(np.array([1.5, 2.25, 3.0]), np.zeros(4))


def test_two_results_side_by_side():
    def f(x, out):
        np.divmod(x, 2, out=(out[0], out[1]))
        return np.modf(x, out=(out[2, ::-1], out[3]))

    x, a, b = np.array([1.5, -2.25, 3.0]), np.zeros((4, 3)), np.zeros((4, 3))
    want, got = f(x, a), sct.to_static(f)(x, b)
    np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(want, got)


def test_the_rest_of_the_memory_is_not_written():
    base = np.arange(1.0, 9.0)

    @sct.to_static
    def f(x, y):
        x += y

    f(base[::2], base[:1])
    assert base.tolist() == [2, 2, 4, 4, 6, 6, 8, 8]


def test_one_program_for_each_way_to_overlap():
    @sct.to_static
    def f(x, y):
        x += y

    for _ in range(3):
        a = np.zeros(5)
        f(a[:-1], a[1:])
        f(a[1:], a[:-1])
        f(np.zeros(4), np.zeros(4))
    assert f.cache_info().misses == 3


def test_a_read_only_view_stays_so():
    base = np.arange(4.0)
    part = base[1:]
    part.flags.writeable = False

    def reads(x, y):
        x += 1
        return y

    def writes(x, y):
        x += 1
        y[0] = 1

    assert sct.to_static(reads)(base, part) is part and part.tolist() == [2, 3, 4]
    with pytest.raises(ValueError, match="read-only"):
        sct.to_static(writes)(base, part)


def test_foreign_memory_is_refused():
    memory = bytearray(32)
    a, b = np.frombuffer(memory), np.frombuffer(memory)

    @sct.to_static
    def f(x, y):
        x += 1
        return y.sum()

    with pytest.raises(AliasError, match="overlaps"):
        f(a, b)
    assert not any(copy.copy(memory))
