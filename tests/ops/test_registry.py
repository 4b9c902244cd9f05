"""What is kept beside the facts of an op, as every op that is recorded asks for it."""

import numpy as np

from sct.dtypes import is_alias
from sct.ops import registry
from sct.ops.registry import Fact


def test_what_is_asked_of_each_op_is_what_its_facts_say():
    for definition in registry.all_ops():
        assert definition.is_pure == (Fact.PURE in definition.facts), definition
        assert definition.is_control == (Fact.CONTROL in definition.facts), definition


def test_one_of_two_integers_of_a_width_is_an_alias():
    for code in "bBhHiIlLqQpP":
        dtype = np.dtype(code)
        assert is_alias(dtype) == (dtype.char != np.dtype(dtype.name).char), code
