"""C's `long` and `long long` are of one width on most machines: equal dtypes, of which one is named int64."""

import copy
import pickle

import numpy as np
import pytest

import sct
from sct.dtypes import dtype_code, dtype_text, is_alias, same_dtype
from sct.ir.parse import parse_program
from sct.ir.text import format_program
from sct.ir.types import Spec
from sct.runtime.layers import pickled_layers

ALIAS = next(c for c in "ilq" if np.dtype(c) == np.int64 and np.dtype(c).char != np.dtype(np.int64).char)


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_each_has_its_program(backend):
    static = sct.to_static(lambda x: (x + 1, x.dtype.char), backend=backend)
    x = np.arange(3)
    for _ in range(3):
        for given in (x, x.astype(ALIAS), np.dtype(ALIAS).type(3), np.int64(3)):
            result, char = static(given)
            assert result.dtype.char == char == given.dtype.char
            assert type(result) is type(given)
    assert static.cache_info().misses == 4


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x.astype(ALIAS),
        lambda x: np.zeros(3, ALIAS) + x,
        lambda x: np.array(x, dtype=ALIAS),
        lambda x: np.add(x, 1, dtype=ALIAS),
        lambda x: x.sum(dtype=np.dtype(ALIAS)),
        lambda x: np.dtype(ALIAS).type(x[0]),
        lambda x: x + np.zeros(3, ALIAS),
        lambda x: x.view(ALIAS),
        lambda x: np.full_like(x, 2, dtype=ALIAS),
        lambda x: np.asarray(x, ALIAS),
        lambda x: np.dtype(ALIAS).type(x[1]) // 2,
        lambda x: x.astype(ALIAS) // 2,
        lambda x: x.astype(ALIAS) ** 2,
    ],
)
@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_making_one(make, backend):
    x = np.arange(3)
    wanted, found = make(x), sct.to_static(lambda x: make(x + 0), backend=backend)(x)
    assert found.dtype.char == wanted.dtype.char
    assert type(found) is type(wanted)
    assert np.array_equal(found, wanted)


def test_the_dtype_itself_is_what_it_is():
    static = sct.to_static(lambda x: (x + 1, np.dtype(ALIAS).char, np.dtype(ALIAS) == x.dtype))
    assert static(np.arange(3))[1:] == (ALIAS, True)


def test_a_power_that_only_the_run_knows_is_refused():
    static = sct.to_static(lambda x, n: x ** int(n))
    with pytest.raises(sct.errors.UnsupportedOpError, match=f"array of {np.dtype(ALIAS).type.__name__} to the power"):
        static(np.arange(3, dtype=ALIAS), np.array(2))


def test_specs_and_texts_tell_them_apart():
    one, other = Spec(np.dtype(ALIAS), (3,)), Spec(np.dtype(np.int64), (3,))
    assert one != other and one == copy.copy(one) and str(one) != str(other)
    assert is_alias(one.dtype) and not same_dtype(one.dtype, other.dtype)
    assert np.dtype(dtype_text(one.dtype)).char == np.dtype(dtype_code(one.dtype)).char == ALIAS
    program = sct.to_static(lambda x: x + np.ones(3, ALIAS)).program(sct.InputSpec([3], ALIAS))
    again = parse_program(format_program(program))
    assert format_program(again) == format_program(program)
    assert again.outputs[0].spec.dtype.char == ALIAS


def test_pickling_alone_would_lose_it():
    assert pickle.loads(pickle.dumps(np.dtype(ALIAS))).char != ALIAS  # which is why kept programs have words of their own
    for x in (np.dtype(ALIAS), np.dtype(ALIAS).type(3), np.arange(3, dtype=ALIAS)):
        made = pickled_layers.unpacked(pickled_layers.packed(x, _Names()), None)
        assert getattr(made, "char", None) == ALIAS if isinstance(x, np.dtype) else made.dtype.char == ALIAS


class _Names:
    def known(self, obj):
        return None


def test_an_input_spec_of_one_admits_no_other():
    static = sct.to_static(lambda x: x + 1, input_spec=[sct.InputSpec([3], ALIAS)])
    assert static(np.arange(3, dtype=ALIAS)).dtype.char == ALIAS
    with pytest.raises(sct.errors.SpecMismatchError, match=np.dtype(ALIAS).type.__name__):
        static(np.arange(3))
