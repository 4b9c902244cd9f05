"""Names of derived extents: each says what number it is, and no two numbers share a name."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sct.ir.extents import less, more, product, sliced, times, value_of
from sct.ir.types import UNKNOWN, Dim

EXTENTS = range(9)
BOUND = st.none() | st.integers(-4, 4)
STEPS = st.lists(
    st.tuples(st.just("less"), st.integers(0, 3))
    | st.tuples(st.just("more"), st.integers(0, 3))
    | st.tuples(st.just("times"), st.integers(1, 3))
    | st.tuples(st.just("slice"), st.tuples(BOUND, BOUND, st.sampled_from([None, 1, -1, 2, -2, 3]))),
    max_size=4,
)


def derived(steps):
    """A Dim by these steps from n, and what it is for each n."""
    dim, values = Dim("n"), list(EXTENTS)
    for what, by in steps:
        if isinstance(dim, int):
            break
        if what == "less":
            dim, values = less(dim, by), [max(v - by, 0) for v in values]
        elif what == "more":
            dim, values = more(dim, by), [v + by for v in values]
        elif what == "times":
            dim, values = times(dim, by), [v * by for v in values]
        else:
            dim, values = sliced(dim, *by), [len(range(*slice(*by).indices(v))) for v in values]
    return dim, values


@settings(deadline=None)
@given(STEPS, STEPS)
def test_a_name_is_one_number(first, second):
    dims = []
    for steps in (first, second):
        dim, values = derived(steps)
        assert [dim if isinstance(dim, int) else value_of(dim, {"n": n}) for n in EXTENTS] == values
        dims.append((dim, values))
    if dims[0][0] == dims[1][0]:
        assert dims[0][1] == dims[1][1]


def test_products_of_derived_extents_are_unknown():
    n, m = Dim("n"), Dim("m")
    assert product([n, less(m, 1)]) == UNKNOWN
    assert str(less(product([n, m]), 1)) == "m_by_n_minus_1"
    assert value_of(less(product([n, m]), 1), {"n": 3, "m": 4}) == 11


def test_what_is_unknown_stays_so():
    assert less(UNKNOWN, 1) == more(UNKNOWN, 1) == times(UNKNOWN, 2) == sliced(UNKNOWN, 1, None, None) == UNKNOWN
    assert value_of(Dim("d0"), {}) is None
