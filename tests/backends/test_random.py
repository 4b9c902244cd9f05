"""Random programs: in place or not, optimised or not, through text and back: always the same numbers."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sct.backends import get
from sct.ir.parse import parse_program
from sct.ir.text import format_program
from sct.ir.verify import verify
from sct.passes import DEFAULT, optimize
from tests.backends.random_programs import Maker, inputs
from tests.backends.running import assert_same_runs

RANDOM = st.randoms(use_true_random=False)
SETTINGS = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


@SETTINGS
@given(RANDOM)
def test_updates_in_place_cannot_be_told(random):
    program = Maker(random).program()
    verify(program)
    assert_same_runs(program, program, *inputs())


@SETTINGS
@given(RANDOM)
def test_passes_change_no_numbers_and_no_prints(random):
    program = Maker(random).program()
    for one in (*DEFAULT, optimize):
        after = one(program)
        verify(after)
        assert_same_runs(after, program, *inputs())


@SETTINGS
@given(RANDOM)
def test_text_round_trip(random):
    program = Maker(random).program()
    text = format_program(program)
    again = parse_program(text)
    assert format_program(again) == text
    verify(again)
    assert get("numpy").compile(again).source == get("numpy").compile(program).source


@SETTINGS
@given(RANDOM)
def test_declared_output_aliases(random):
    """What is not declared to share memory does not."""
    import numpy as np

    program = Maker(random).program()
    executable = get("numpy").compile(program)
    args = inputs()
    with np.errstate(all="ignore"):
        results = executable(*args)
    for k, (result, aliases) in enumerate(zip(results, executable.output_aliases, strict=True)):
        if not isinstance(result, np.ndarray):
            continue
        assert result.flags.writeable or aliases.constant
        for i, arg in enumerate(args):
            assert i in aliases.inputs or not np.may_share_memory(result, arg)
        for j, other in enumerate(results):
            if j != k and isinstance(other, np.ndarray):
                assert j in aliases.outputs or not np.may_share_memory(result, other)
