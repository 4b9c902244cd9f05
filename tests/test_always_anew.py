"""Functions that need another program at each call: plain Python answers for a while, and says so."""

import random
import warnings

import numpy as np
import pytest

import sct
from sct.errors import PlainPythonWarning


def vowels(text):
    count = 0
    for letter in text:
        if letter in "aeiou":
            count += 1
    return count, text.upper()


def texts(count, seed=0):
    chosen = random.Random(seed)
    return ["".join(chosen.choices("abcdefghij", k=9)) for _ in range(count)]


@pytest.mark.parametrize("backend", ["numpy", "native"])
def test_plain_python_answers_for_a_while(backend):
    static = sct.to_static(vowels, backend=backend)
    with pytest.warns(PlainPythonWarning, match="vowels has needed 32 programs.*argument 'text' was '") as told:
        for text in texts(400):
            assert static(text) == vowels(text)
    assert len(told) == 1 and told[0].filename == __file__
    assert static.cache_info().misses == 32 + 2  # after 64 and 128 calls once more


def test_what_has_a_program_is_run_by_it_meanwhile():
    static, calls = sct.to_static(vowels), texts(50)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlainPythonWarning)
        for text in calls * 6:
            assert static(text) == vowels(text)
    assert static.cache_info().misses == 50  # the programs have been of use: the others are made, too


def test_effects_come_once_and_in_order():
    seen = []

    def noted(text, x):
        seen.append(text)
        x += len(text)
        return x

    static = sct.to_static(noted)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", PlainPythonWarning)
        for k in range(80):
            x = np.zeros(2)
            assert static("a" * k, x) is x
            assert x.tolist() == [k, k] and seen[-1] == "a" * k and len(seen) == k + 1


def test_numbers_and_lengths_need_no_rest():
    static = sct.to_static(lambda values, k: [v * k for v in values])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for k in range(100):
            assert static([0.5] * (k % 30 + 2), k) == [0.5 * k] * (k % 30 + 2)
    assert static.cache_info().misses < 8
