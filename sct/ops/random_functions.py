"""The functions that draw one number, as machine code may call them: NumPy's own C functions, and their domains.

NumPy's modules of generators export the C functions behind their methods; they draw from the `bitgen_t` of a bit
generator, as NumPy's documentation of extending its generators says. A method stands here only where this process has
seen its function draw what the method draws.
"""

from __future__ import annotations

import ctypes
import math
import random
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any

import numpy as np

from sct.records import record

__all__ = [
    "INTEGERS",
    "LARGEST_RATE",
    "Form",
    "bits_of",
    "form_of",
    "is_native",
    "lock_of",
    "native_methods",
    "state_of",
    "symbols_of_draws",
]

ANY, NOT_NEGATIVE, POSITIVE, RATE = "any", "not negative", "positive", "rate"
WIDTH = "width"  # `high` of an interval, handed on as what it is above `low`
LARGEST_RATE = 2.0**60


@record
class Form:
    """How a method's function is called: after the generator it takes doubles.

    Attributes
    ----------
    symbol
        The exported name.
    parameters
        Name, default (None for none) and domain of each.
    result
        "f64" or "i64".
    """

    symbol: str
    parameters: tuple[tuple[str, float | None, str], ...] = ()
    result: str = "f64"


_UNIFORM = Form("random_uniform", (("low", 0.0, ANY), ("high", 1.0, WIDTH)))
_UNIT = Form("random_standard_uniform")
_SPREAD = (("loc", 0.0, ANY), ("scale", 1.0, NOT_NEGATIVE))
_SCALE = (("scale", 1.0, NOT_NEGATIVE),)
_FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "Generator.random": _UNIT,
        "Generator.uniform": _UNIFORM,
        "Generator.standard_normal": Form("random_standard_normal"),
        "Generator.normal": Form("random_normal", _SPREAD),
        "Generator.standard_exponential": Form("random_standard_exponential"),
        "Generator.exponential": Form("random_exponential", _SCALE),
        "Generator.standard_gamma": Form("random_standard_gamma", (("shape", None, NOT_NEGATIVE),)),
        "Generator.gamma": Form("random_gamma", (("shape", None, NOT_NEGATIVE), *_SCALE)),
        "Generator.beta": Form("random_beta", (("a", None, POSITIVE), ("b", None, POSITIVE))),
        "Generator.chisquare": Form("random_chisquare", (("df", None, POSITIVE),)),
        "Generator.laplace": Form("random_laplace", _SPREAD),
        "Generator.logistic": Form("random_logistic", _SPREAD),
        "Generator.gumbel": Form("random_gumbel", _SPREAD),
        "Generator.lognormal": Form("random_lognormal", (("mean", 0.0, ANY), ("sigma", 1.0, NOT_NEGATIVE))),
        "Generator.rayleigh": Form("random_rayleigh", _SCALE),
        "Generator.weibull": Form("random_weibull", (("a", None, NOT_NEGATIVE),)),
        "Generator.poisson": Form("random_poisson", (("lam", 1.0, RATE),), "i64"),
        "RandomState.random_sample": _UNIT,
        "RandomState.random": _UNIT,
        "RandomState.uniform": _UNIFORM,
    }
)
GAUSS = ("RandomState.normal", "RandomState.standard_normal")
"""Drawn in pairs by the polar method; the second is kept in the object."""
_INTEGERS = {"Generator": ("integers", "choice"), "RandomState": ("randint", "choice")}
INTEGERS = "random_bounded_uint64_fill"
"""Of `integers` and `randint`: generator, least, width, how many, whether by masks, and where to."""
_RANDOM = ("getrandbits", "index", "randint", "random", "randrange", "uniform")


def is_native(by: str) -> bool:
    """Whether machine code can draw as the method `by` does.

    >>> is_native("Generator.no_such_method")
    False
    """
    return by in native_methods()


@cache
def native_methods() -> tuple[str, ...]:
    """All of them, in order; each has been tried."""
    python = [f"Random.{name}" for name in _RANDOM] if _python_state_is_known() else []
    gauss = GAUSS if _gauss_offset() else ()
    return tuple(sorted((*_checked(), *python, *gauss)))


def form_of(by: str) -> Form | None:
    """The function that draws what the method `by` does, if it takes doubles.

    >>> form_of("Generator.normal").symbol
    'random_normal'
    """
    return _FORMS.get(by)


def symbols_of_draws() -> dict[str, int]:
    """The functions as machine code calls them."""
    return {f"sct_draw_{symbol}": address for symbol, address in _addresses().items()}


@cache
def _addresses() -> dict[str, int]:
    """Where the functions are, by symbol."""
    found: dict[str, int] = {}
    library = _library()
    if library is None:
        return found
    for symbol in {INTEGERS, *(form.symbol for form in _FORMS.values())}:
        function = getattr(library, symbol, None)
        if function is not None:
            found[symbol] = ctypes.cast(function, ctypes.c_void_p).value or 0
    return found


def bits_of(generator: Any) -> int:
    """The address that machine code draws from: of a `bitgen_t`, or of the state of Python's own generator."""
    if isinstance(generator, random.Random):
        return id(generator) + object.__basicsize__
    address: int = _bits(generator).ctypes.bit_generator.value
    return address


def legacy_places(generator: Any) -> Any:
    """The addresses of a `RandomState`'s `bitgen_t`, and of where it keeps a number for its next normal draw.

    There is a word that says whether it does; the number is behind it.
    """
    return (ctypes.c_int64 * 2)(bits_of(generator), id(generator) + _gauss_offset())


def state_of(generator: Any) -> list[tuple[int, int]] | None:
    """Where all that a generator of Mersenne's twister knows lies in memory: addresses and sizes; None if not known.

    To copy that takes a hundredth of what Python's own way to its state does.
    """
    if isinstance(generator, random.Random):
        return [(bits_of(generator), _WORDS)] if _python_state_is_known() else None
    if type(generator) is np.random.RandomState and type(generator._bit_generator) is np.random.MT19937:
        if _numpy_state_is_known():
            state: int = generator._bit_generator.ctypes.state_address
            return [(state, _WORDS), (id(generator) + _gauss_offset(), 16)]
    return None


_WORDS = 4 * 625


def lock_of(generator: Any) -> Any:
    """The lock that the methods of a generator take; None for Python's, which have no other than the GIL."""
    return None if isinstance(generator, random.Random) else _bits(generator).lock


def _bits(generator: Any) -> Any:
    return generator.bit_generator if isinstance(generator, np.random.Generator) else generator._bit_generator


# -- whether they draw what the methods draw ------------------------------------------------------------


def _library() -> Any:
    try:
        return ctypes.CDLL(import_module("numpy.random._generator").__file__)
    except (ImportError, OSError):
        return None


@cache
def _checked() -> frozenset[str]:
    """The methods whose functions answer what they answer."""
    made: dict[str, Callable[[int], Any]] = {
        "Generator": np.random.default_rng,
        "RandomState": np.random.RandomState,
    }
    known = _addresses()
    good = set()
    for by, form in _FORMS.items():
        family, _, name = by.partition(".")
        if form.symbol in known and _agrees(made[family], name, form, known[form.symbol]):
            good.add(by)
    for family, names in _INTEGERS.items():
        if INTEGERS in known and _agrees_on_integers(made[family], names[0], known[INTEGERS]):
            good.update(f"{family}.{name}" for name in names)
    return frozenset(good)


_SAMPLES = ((0.5, 2.0), (3.0, 4.5), (1.0, 1.0))


def _agrees(make: Callable[[int], Any], name: str, form: Form, address: int) -> bool:
    result = ctypes.c_double if form.result == "f64" else ctypes.c_int64
    function = ctypes.CFUNCTYPE(result, ctypes.c_void_p, *[ctypes.c_double] * len(form.parameters))(address)
    ours, theirs = make(11), make(11)
    method = getattr(theirs, name)
    for sample in _SAMPLES:
        given = list(sample[: len(form.parameters)])
        handed = [x - given[0] if p[2] == WIDTH else x for x, p in zip(given, form.parameters, strict=True)]
        if any(function(bits_of(ours), *handed) != method(*given) for _ in range(4)):
            return False
    return True


def _agrees_on_integers(make: Callable[[int], Any], name: str, address: int) -> bool:
    u64, i64 = ctypes.c_uint64, ctypes.c_int64
    function = ctypes.CFUNCTYPE(None, ctypes.c_void_p, u64, u64, i64, ctypes.c_bool, ctypes.c_void_p)(address)
    ours, theirs = make(12), make(12)
    masked = name == "randint"
    for low, high in ((0, 10), (-5, 1 << 20), (0, 1 << 32), (3, 4), (-(1 << 62), 1 << 61)):
        for _ in range(4):
            out = i64(0)
            function(bits_of(ours), low % (1 << 64), high - 1 - low, 1, masked, ctypes.addressof(out))
            if out.value != getattr(theirs, name)(low, high):
                return False
        function(bits_of(ours), 0, high - 1 - low, 1, masked, ctypes.addressof(out))
        if out.value != theirs.choice(high - low):
            return False
    return True


@cache
def _python_state_is_known() -> bool:
    """Whether the state of a `random.Random` lies behind its header: an index, and 624 words of 32 bits."""
    one = random.Random(13)
    if one.__sizeof__() < object.__basicsize__ + 4 * 625:
        return False
    for _ in range(2):
        one.random()
        words = (ctypes.c_uint32 * 625).from_address(bits_of(one))
        if (*words[1:], words[0]) != one.getstate()[1]:
            return False
    return True


@cache
def _numpy_state_is_known() -> bool:
    """Whether the state of a `RandomState` is 624 words of 32 bits and a position, and the number for later."""
    one = np.random.RandomState(13)
    if not _gauss_offset():
        return False
    for _ in range(2):
        one.random_sample()
        words = (ctypes.c_uint32 * 625).from_address(one._bit_generator.ctypes.state_address)
        state: Any = one.get_state(legacy=False)
        if list(words) != [*state["state"]["key"].tolist(), state["state"]["pos"]]:
            return False
    return True


@cache
def _gauss_offset() -> int:
    """How far in a `RandomState` its word for later is; 0 if it is not found, or its draws are others than expected."""
    one = np.random.RandomState(14)
    size = np.random.RandomState.__basicsize__ // 8
    state: Any = one.get_state(legacy=False)
    floats = (ctypes.c_double * size).from_address(id(one))
    words = (ctypes.c_int64 * size).from_address(id(one))
    places = set(range(size))
    for flag, number in ((1, 0.123456789), (0, 0.0), (1, -9.87654321)):
        one.set_state({**state, "has_gauss": flag, "gauss": number})
        places = {k for k in places if k + 1 < size and words[k] == flag and floats[k + 1] == number}
    return 8 * places.pop() if len(places) == 1 and _draws_by_polar_method() else 0


def _draws_by_polar_method() -> bool:
    ours, theirs = np.random.RandomState(15), np.random.RandomState(15)
    for _ in range(100):
        x = y = square = 0.0
        while not 0.0 < square < 1.0:
            x, y = 2.0 * ours.random_sample() - 1.0, 2.0 * ours.random_sample() - 1.0
            square = x * x + y * y
        factor = math.sqrt(-2.0 * math.log(square) / square)
        if (theirs.standard_normal(), theirs.standard_normal()) != (factor * y, factor * x):
            return False
    return True
