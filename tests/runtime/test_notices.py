"""Warnings and records for the log that a static function gives: the ops `warn` and `log_record`."""

import logging
import warnings

import numpy as np
import pytest

import sct
from sct.errors import SctError

X = np.array([1.5, -2.0])
BACKENDS = pytest.mark.parametrize("backend", ["numpy", "native"])


def given(f, *args):
    """What comes out of a call, and the warnings: text, class and place."""
    with warnings.catch_warnings(record=True) as met:
        warnings.simplefilter("always")
        try:
            result = repr(f(*args))
        except Exception as error:
            result = repr(error)
    return result, [(str(w.message), w.category, w.filename, w.lineno) for w in met]


def helper(x):
    warnings.warn(f"of {x.sum()}", RuntimeWarning, stacklevel=2)


def in_branches(x):
    helper(x)
    for i in range(x.shape[0]):
        if x[i] < 0:
            warnings.warn(f"negative at {i}: {x[i]}", stacklevel=1)
    warnings.warn(DeprecationWarning("old"), stacklevel=2)
    return x


def raising(x):
    warnings.warn("once", stacklevel=1)
    if x[0] > 0:
        raise ValueError(f"bad {x[0]}")
    return x


def filtered(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        warnings.warn("not seen", stacklevel=1)
    warnings.warn("seen", stacklevel=1)
    return x


def recorded(x):
    with warnings.catch_warnings(record=True) as met:
        warnings.simplefilter("always")
        if x[0] > 0:
            warnings.warn(f"positive {x[0]}", stacklevel=1)
    return [str(w.message) for w in met]


def as_errors(x):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            warnings.warn("raised", stacklevel=1)
        except UserWarning:
            return -x
    return x


@BACKENDS
@pytest.mark.parametrize("function", [in_branches, raising, filtered, recorded, as_errors])
def test_the_same_warnings(function, backend):
    static = sct.to_static(function, backend=backend)
    for x in (X, -X, X):
        assert given(static, x) == given(function, x)


@BACKENDS
def test_filtered_as_errors_by_the_caller(backend):
    static = sct.to_static(raising, backend=backend)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(UserWarning, match="once"):
            static(X)


def test_the_level_of_a_logger_is_a_guard():
    logger = logging.getLogger("tests.runtime.level")

    @sct.to_static
    def asks(x):
        return logger.isEnabledFor(logging.DEBUG), x

    for level in (logging.DEBUG, logging.ERROR, logging.DEBUG):
        logger.setLevel(level)
        assert asks(X)[0] == (level == logging.DEBUG)


@pytest.mark.parametrize("options", [{"exc_info": True}, {"extra": {"a": 1}}])
def test_records_with_more_are_refused(options):
    logger = logging.getLogger("tests.runtime.more")

    def more(x):
        logger.info("text", **options)
        return x

    with pytest.raises(SctError, match="has no static form"):
        sct.to_static(more)(X)
