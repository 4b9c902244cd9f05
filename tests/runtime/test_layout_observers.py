"""What shows how a result lies in memory, asked in the program, where arrays in Fortran's order go in."""

import linecache

import numpy as np
import pytest

import sct

USES = """
np.cumsum(m, 0)
np.roll(m, 1, 0)
np.sort(m, 0)
np.diff(m, axis=0)
np.pad(m, 1)
np.concatenate([m, m])
np.zeros_like(m)
np.full_like(m, 2)
m.copy()
np.copy(m)
m.T.copy()
np.where(m > 1, m, 0)
np.take(m, [0, 1], 0)
np.tile(m, (2, 1))
np.round(m)
m[None].max(0)
m[[0, 1]]
np.insert(m, 1, 0, 0)
np.triu(m)
m @ m.T
"""
LINES = USES.strip().splitlines()


@pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
@pytest.mark.parametrize("backend", ["numpy", "native"])
@pytest.mark.parametrize("line", LINES)
def test_seen_in_the_program(line, backend):
    source = f"""def look(m):
    v = {line}
    return v.flags.f_contiguous, v.strides, v.ravel("K"), v.ravel("A"), v.T.reshape(-1, order="A"), np.copy(v).strides
"""
    name, scope = f"<layout of {line}>", {"np": np}
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    exec(compile(source, name, "exec"), scope)
    static = sct.to_static(scope["look"], backend=backend)
    for m in (np.asfortranarray(np.arange(12.0).reshape(3, 4)), np.arange(12.0).reshape(3, 4)):
        assert repr(static(m)) == repr(scope["look"](m))
