"""A range of run-time length beside an array: NumPy makes an array of it, element by element."""

import numpy as np
import pytest

import sct

pytestmark = pytest.mark.filterwarnings("error::sct.errors.PlainPythonWarning")
USES = {
    "product": lambda x: x * range(len(x)),
    "reflected": lambda x: range(len(x)) + x,
    "equal": lambda x: x == range(len(x)),
    "equal_reflected": lambda x: range(len(x)) == x,
    "unequal": lambda x: x != range(len(x)),
    "less": lambda x: x < range(1, 2 * len(x), 2),
    "dot": lambda x: x @ range(len(x)),
    "both": lambda x: divmod(x, range(1, len(x) + 1)),
    "power": lambda x: pow(x, range(len(x))),
    "scalar": lambda x: x[1] + range(len(x)),
    "ranges": lambda x: (range(len(x)) == range(len(x)), range(len(x)) != range(1, len(x)), range(len(x)) == "a"),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_beside_an_array(backend, use):
    function = USES[use]
    static = sct.to_static(function, backend=backend)
    for n in (3, 4, 5):  # from the second on, the length is known to the run only
        x = np.arange(float(n))[::-1] if use == "less" else np.arange(float(n))
        got, want = static(x), function(x)
        assert type(got) is type(want)
        assert repr(got) == repr(want)
