"""How often `bisect` asks objects of the user's: from Python 3.12 on, the first one without an answer twice."""

import bisect
import sys

import numpy as np
import pytest

import sct


class Noted:
    """Answers, or leaves that to the other one, and notes each question."""

    def __init__(self, v, log, answers):
        self.v, self.log, self.answers = v, log, answers

    def __lt__(self, other):
        self.log.append(("lt", float(self.v)))
        return self.v < other.v if self.answers else NotImplemented

    def __gt__(self, other):
        self.log.append(("gt", float(self.v)))
        return self.v > other.v


def places(x, answers):
    log = []
    known = [Noted(k, log, answers) for k in (1.0, 2.0, 5.0)]
    return bisect.bisect(known, Noted(x[0], log, answers)), bisect.bisect_left(known, Noted(x[1], log, answers)), log


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_as_often_as_python_asks(backend):
    static, x = sct.to_static(places, backend=backend), np.array([3.0, 2.0])
    assert static(x, True) == places(x, True)
    if sys.version_info < (3, 12):
        assert static(x, False) == places(x, False)
    else:
        with pytest.raises(sct.errors.StaticValueError, match="whose __lt__ answers NotImplemented and does more"):
            static(x, False)
