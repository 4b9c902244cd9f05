"""Running programs and comparing what comes out."""

import contextlib
import io

import numpy as np

from sct.backends import get


def run(program, *args, **options):
    """Outputs and printed text of a program, with everything checked while it runs."""
    text = io.StringIO()
    executable = get("numpy").compile(program, check=True, **options)
    with contextlib.redirect_stdout(text), np.errstate(all="ignore"):
        results = executable(*args)
    return results, text.getvalue()


def same(a, b):
    """Whether two values are the same in type, dtype, shape and every bit."""
    if type(a) is not type(b):
        return False
    if isinstance(a, (np.ndarray, np.generic)):
        return a.dtype == b.dtype and a.shape == b.shape and np.asarray(a).tobytes() == np.asarray(b).tobytes()
    return repr(a) == repr(b)


def assert_same_runs(first, second, *args, **options):
    """Both programs answer and print the same, and leave their arguments as they were."""
    before = [np.array(a) for a in args]
    got, printed = run(first, *args, **options)
    got = [np.array(g) if isinstance(g, np.ndarray) else g for g in got]
    wanted, wanted_text = run(second, *args, in_place=False)
    assert printed == wanted_text
    assert len(got) == len(wanted)
    for a, b in zip(got, wanted, strict=True):
        assert same(a, b), (a, b)
    for a, b in zip(args, before, strict=True):
        assert np.asarray(a).tobytes() == b.tobytes()
