"""Syntax that has no static form."""

from tests.refusals import UP, case


@case(UP)
async def async_function(x):  # <- UnsupportedSyntaxError
    return x


@case(UP)
def generator(x):
    for e in x:
        yield e  # <- UnsupportedSyntaxError


@case(UP)
def generator_delegates(x):
    yield from x  # <- UnsupportedSyntaxError


@case(UP)
def except_star(x):
    try:  # <- UnsupportedSyntaxError
        y = x * 2
    except* ValueError:
        y = x
    return y
