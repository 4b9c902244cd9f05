"""That `tests.fuzzing.suites` sees what is the same, refused and wrong of what the tests of others ask NumPy."""

import collections
import importlib.util

import numpy as np
import pytest

import sct
from tests.fuzzing.suites import compared

SUITE = """
import numpy as np
import pytest
from numpy import cumsum


class TestX:
    def test_asked(self):
        x = np.arange(6.0).reshape(2, 3)
        x[0, 1:] = 7
        x += 1
        assert (np.add.reduce(x, axis=1) == x.sum(1)).all()
        assert cumsum(-x)[-1] == -x.T.sum()
        assert x.shape == (2, 3)

    def test_refused(self):
        assert np.ones(3).astype("M8[s]").dtype.kind == "M"

    def made():
        return [np.add(np.arange(3), np.longlong(-1))]

    @pytest.mark.parametrize("x", made())
    def test_made_while_it_is_collected(self, x):
        assert np.sort(x)[0] == -1

    @pytest.mark.parametrize("n", [1, 2])
    def test_raises(self, n):
        with pytest.raises(ValueError):
            np.reshape(np.arange(5 * n), (3, 2))


def test_of_no_array():
    assert np.add(1, 2) == 3
"""


@pytest.fixture
def suite(tmp_path, monkeypatch):
    (tmp_path / "their_suite.py").write_text(SUITE)
    monkeypatch.syspath_prepend(tmp_path)
    return "their_suite"


def test_what_is_the_same_and_what_is_refused(suite, capsys):
    rows = compared(suite)
    assert "6 passed" in capsys.readouterr().out
    assert collections.Counter(row.status for row in rows) == {"same": len(rows) - 1, "refused": 1}
    kinds = collections.Counter(row.name.partition(" of ")[0] for row in rows)
    assert kinds == {
        "np.reshape": 2, "x.reshape": 1, "x[key] = y": 1, "x += y": 1, "np.add": 1, "np.add.reduce": 1, "x.sum": 2,
        "x == y": 1, "np.sort": 1,
        "x.all": 1, "np.cumsum": 1, "-x": 1, "x[key]": 2, "x.T, read": 1, "x.shape, read": 1, "x.astype": 1,
    }  # fmt: skip


def test_what_is_wrong(suite, capsys):
    def wrong(function, backend):
        static = sct.to_static(function, backend=backend)

        def run(*args, **kwargs):
            answer = static(*args, **kwargs)
            return answer + 1 if isinstance(answer, np.ndarray) and answer.dtype.kind == "f" else answer

        return run

    found = {row.name.partition(" of ")[0] for row in compared(suite, to_static=wrong) if row.status == "wrong"}
    assert {"x.reshape", "np.add.reduce", "np.cumsum", "x.T, read"} <= found
    assert "x == y" not in found
    capsys.readouterr()


@pytest.mark.skipif(not importlib.util.find_spec("numpy.lib.tests"), reason="NumPy is there without its tests")
def test_some_of_numpys_own(capsys):
    rows = compared("numpy.lib.tests.test_twodim_base")
    assert [row for row in rows if row.status != "same"] == []
    assert len(rows) > 100
    capsys.readouterr()
