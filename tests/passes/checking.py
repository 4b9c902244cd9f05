"""How a pass is tested: the graph is the expected one, the numbers are unchanged, what must stay stays."""

import textwrap

from sct.ir.parse import parse_program
from sct.ir.text import format_program
from sct.ir.verify import verify
from tests.backends.running import assert_same_runs


def program(text):
    """A verified program from indented text."""
    made = parse_program(textwrap.dedent(text).strip() + "\n")
    verify(made)
    return made


def becomes(one, before, after, *args):
    """The pass turns `before` into `after`, and both do the same on `args`."""
    first, wanted = program(before), program(after)
    got = one(first)
    verify(got)
    assert format_program(got) == format_program(wanted)
    assert_same_runs(got, first, *args)
    for op in got.body.walk():
        if op.source is None:
            assert "#" not in before, f"{op.name} has lost its line"


def stays(one, text, *args):
    """The pass has nothing to do: it answers the very same program."""
    first = program(text)
    assert one(first) is first, format_program(one(first))
    if args:
        assert_same_runs(first, first, *args)
