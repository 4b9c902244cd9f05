"""Whether `ravel` and its like answer a view depends on extents, too: a program is for those with which they do the same."""

import numpy as np
import pytest

import sct
from tests.harness import same_calls

LAYOUTS = {
    "C": lambda a: a,
    "Fortran": lambda a: a.copy("F"),
    "gaps": lambda a: np.repeat(np.repeat(a, 2, 0), 2, 1)[::2, ::2],
    "stretched": lambda a: np.broadcast_to(a[:1].copy(), a.shape),
    "turned round": lambda a: a[::-1].copy()[::-1],
}
SHAPES = [(4, 4), (6, 5), (4, 4), (3, 4), (1, 4), (4, 1), (5, 2)]


def written_below(y, view):
    y[...] = 5
    return view


def written_above(y, view):
    view[...] = 7
    return view


def left(y, view):
    return view, y, view is y


def of_a_new_one(new):
    view = new.T.ravel()
    view[0] = 9.0
    return view + new.sum()


VIEWS = {
    "squeeze": lambda y: np.squeeze(np.atleast_2d(y[1:-1,])[None][:1]),
    "squeeze of columns": lambda y: np.squeeze(y.T[:, 1:-1]),
    "ravel": lambda y: y.ravel(),
    "ravel in Fortran order": lambda y: y.ravel("F"),
    "ravel of a transpose": lambda y: y.T.ravel(),
    "ravel of columns": lambda y: y[:, :2].ravel(),
    "ravel of rows": lambda y: y[1:].ravel(),
    "ravel of what is computed": lambda y: of_a_new_one(y + 1),
    "reshape": lambda y: y.reshape(-1),
    "reshape in Fortran order": lambda y: y.reshape(-1, order="F"),
    "reshape by its own extents": lambda y: y.reshape(y.shape[::-1]),
    "array in Fortran order": lambda y: np.array(y, order="F", copy=None),
    "asfortranarray": lambda y: np.asfortranarray(y),
    "ascontiguousarray": lambda y: np.ascontiguousarray(y),
    "ascontiguousarray of a transpose": lambda y: np.ascontiguousarray(y.T),
}


@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("view", VIEWS)
def test_views_and_copies(view, layout, backend):
    make, lay = VIEWS[view], LAYOUTS[layout]
    for use in (left, written_below, written_above):

        def function(y, use=use):
            return use(y, make(y))

        calls = [lambda shape=shape: (lay(np.arange(1.0, 1 + shape[0] * shape[1]).reshape(shape)),) for shape in SHAPES]
        same_calls(function, sct.to_static(function, backend=backend), calls)


def test_one_program_for_what_is_always_a_view():
    function = sct.to_static(lambda y: (y.reshape(-1), y[1:].ravel()))
    for shape in SHAPES:
        function(np.ones(shape))
    assert function.cache_info().misses <= 2
