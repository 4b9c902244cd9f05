"""Calls whose answer would be frozen, or that need values that are not there yet."""

import datetime
import itertools
import os
import random
import time

import numpy as np

import sct
from tests.refusals import UP, case

GENERATOR = np.random.default_rng(0)


@case(UP)
def state_of_a_generator(x):
    return x + GENERATOR.bit_generator.state["has_uint32"]  # <- UnsupportedCallError


@case(UP)
def random_bytes(x):
    return x + len(random.randbytes(3))  # <- UnsupportedCallError


class Biased(random.Random):
    """Draws in another way."""

    def random(self):
        return 0.5


BIASED = Biased()


@case(UP)
def derived_generator(x):
    return x * BIASED.gauss(0.0, 1.0)  # <- UnsupportedCallError


@case(UP)
def system_random(x):
    return x * random.SystemRandom().random()  # <- UnsupportedCallError


@case(UP)
def choice_of_bytes(x):
    return x, GENERATOR.choice([b"a", b"b"], 2)  # <- UnsupportedCallError


@case(UP)
def clock(x):
    return x * time.time()  # <- UnsupportedCallError


@case(UP)
def today(x):
    return x * datetime.datetime.now().year  # <- UnsupportedCallError


@case(UP)
def entropy(x):
    return x * len(os.urandom(3))  # <- UnsupportedCallError


@case(UP)
def reads_a_file(x):
    with open(__file__) as f:  # <- UnsupportedCallError
        return x * len(f.read())


@case(UP)
def asks_the_user(x):
    return x * float(input())  # <- UnsupportedCallError


@case(UP)
def looks_at_frames(x):
    return x * len(locals())  # <- UnsupportedSyntaxError


@case(UP)
def evaluates_text(x):
    return eval("x * 2")  # <- UnsupportedSyntaxError


@sct.not_to_static
def not_converted(x):
    if x.sum() > 0:
        return x
    return -x


@case(UP)
def branch_in_unconverted_code(x):
    return not_converted(x)  # <- StaticValueError


@case(UP)
def raw_bytes(x):
    while x.sum() < 100.0:
        x = x * 2.0 + 1.0
    return x.tobytes().partition(b"?")  # <- StaticValueError


@case(UP)
def raw_memory(x):
    return x.ctypes.data  # <- UnsupportedOpError


@case(UP)
def object_array_made(x):
    return np.array([x.sum(), None])  # <- ObjectDtypeError


@case(UP)
def runaway_unrolling(x):
    for name in itertools.repeat("a", 10**7):  # <- UnrollLimitError
        x = x + len(name)
    return x


@case(UP)
def leaves_a_python_iterator(x):
    for k in itertools.repeat(2):  # <- StaticValueError
        if x.sum() < k:
            break
        x = x - 1
    return x
