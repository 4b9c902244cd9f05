"""Records for the log, with run-time values, in order with what is printed."""

import logging

import numpy as np

from tests.harness import Theme, call

program = Theme("logs")
X = np.array([1.5, 2.5, 0.5, 3.5])


class _Printing(logging.Handler):
    def emit(self, record):
        print(record.levelname, record.name, record.getMessage(), record.lineno, record.funcName)


logger = logging.getLogger("tests.programs.logs")
logger.addHandler(_Printing())
logger.setLevel(logging.INFO)
logger.propagate = False


@program(call(X))
def with_fields(x):
    """Fields are filled in, where the level is wanted."""
    logger.info("starts with %s", x[0])
    logger.debug("not shown %s", x)
    y = x * 2
    logger.warning("sum %.3f of %d, %r", y.sum(), len(y), [x[0], 2])
    return y


@program(call(X), call(-X))
def in_loops_and_branches(x):
    """As often as the program gets there, between what it prints."""
    for i in range(x.shape[0]):
        print("at", i)
        if x[i] > 1:
            logger.info("big %d %g", i, x[i])
    return x.sum()


@program(call(X), call(-X))
def before_an_exception(x):
    """What has been logged is not logged again."""
    logger.info(f"first {x[0]}")
    if x[0] < 0:
        logger.error("negative")
        raise ValueError(f"bad {x[0]}")
    return x


@program(call(np.array([3, 0])), call(np.array([3, 2])))
def before_a_handler(n):
    """Nor where plain Python goes on."""
    logger.info("divides")
    try:
        return int(n[0]) // int(n[1])
    except ZeroDivisionError:
        logger.error("by zero")
        return None


def _inner(x):
    logger.log(25, "%(a)s and %(b)d", {"a": x.max(), "b": 3})


@program(call(X))
def in_a_callee(x):
    """The place is that of the call; a logger may be asked."""
    _inner(x)
    if logger.isEnabledFor(logging.DEBUG):
        print("never")
    logging.getLogger("tests.programs.logs").critical("found by its name")
    return x
