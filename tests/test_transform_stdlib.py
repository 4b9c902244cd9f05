"""Whole modules of the standard library, every function transformed, must work as before.

A private copy of a module is loaded, each function and method in it is replaced by `sct.transform` of
itself, and both copies do the same work. There is no graph here: this tests the source passes.
"""

import contextlib
import importlib
import importlib.util
import inspect
import sys
import types
import warnings

import pytest

import sct
from tests import stdlib_work
from tests.transformers.generic import generic

# Accelerated versions in C are kept out, so that the Python versions run.
NO_C = {
    "heapq": ["_heapq"],
    "bisect": ["_bisect"],
    "json.decoder": ["_json"],
    "json.scanner": ["_json"],
    "json.encoder": ["_json"],
    "statistics": ["_statistics"],
    "operator": ["_operator"],
}


def private_copy(name):
    """A fresh copy of a module, without its C parts, under another name."""
    original = importlib.import_module(name)
    before = {blocked: sys.modules.get(blocked) for blocked in NO_C.get(name, [])}
    sys.modules.update(dict.fromkeys(before))
    try:
        spec = importlib.util.spec_from_file_location(f"private_{name.replace('.', '_')}", original.__file__)
        module = importlib.util.module_from_spec(spec)
        module.__package__ = original.__package__
        sys.modules[spec.name] = module  # dataclasses and pickle look there
        spec.loader.exec_module(module)
        return module
    finally:
        for blocked, value in before.items():
            if value is None:
                del sys.modules[blocked]
            else:
                sys.modules[blocked] = value


def transform_all(module, transform):
    """Replace every function of the module; (how many, {name: why not})."""
    done, refused = {}, {}

    def convert(function):
        if function in done.values():
            return function
        own = isinstance(function, types.FunctionType) and function.__code__.co_filename == module.__file__
        if not own or function.__name__ == "<lambda>":
            return function
        if function not in done:
            try:
                done[function] = transform(function)
            except sct.errors.SctError as error:
                refused[function.__qualname__] = f"{type(error).__name__}: {error.what}"
        return done.get(function, function)

    for name, value in list(vars(module).items()):
        if isinstance(value, types.FunctionType):
            setattr(module, name, convert(value))
        elif inspect.isclass(value) and value.__module__ == module.__name__:
            for attribute, member in list(vars(value).items()):
                changed = member
                if isinstance(member, types.FunctionType):
                    changed = convert(member)
                elif isinstance(member, (staticmethod, classmethod)):
                    changed = type(member)(convert(member.__func__))
                elif isinstance(member, property):
                    changed = property(*(f and convert(f) for f in (member.fget, member.fset, member.fdel)), member.__doc__)
                if changed is not member:
                    with contextlib.suppress(TypeError, AttributeError):
                        setattr(value, attribute, changed)
    return len(done), refused


WORK = {name[4:]: use for name, use in vars(stdlib_work).items() if name.startswith("use_")}
MODULES = {"json_decoder": "json.decoder", "json_scanner": "json.scanner", "json_encoder": "json.encoder", "urllib_parse": "urllib.parse", "html_parser": "html.parser", "pydecimal": "_pydecimal"}


def results(use, module):
    """Everything that the work gives, as text with types."""
    return [repr(item).replace(module.__name__, "module") for item in use(module)]


@pytest.mark.parametrize("name", WORK)
@pytest.mark.parametrize("transform", [sct.transform, generic])
def test_module(name, transform):
    module_name = MODULES.get(name, name)
    if name == "pydecimal" and importlib.util.find_spec("_pydecimal") is None:
        pytest.skip("no _pydecimal here")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        plain, converted = private_copy(module_name), private_copy(module_name)
        done, refused = transform_all(converted, transform)
        expected = results(WORK[name], plain)
        found = results(WORK[name], converted)
    assert done > 0
    for i, (a, b) in enumerate(zip(expected, found, strict=True)):
        assert a == b, f"result {i}"
    # What looks at its own frame may be refused, by name.
    others = {f: why for f, why in refused.items() if "UnsupportedSyntaxError" not in why}
    assert not others


@pytest.mark.parametrize("name", WORK)
def test_the_work_is_repeatable(name):
    """The test of the test: two plain copies agree."""
    module_name = MODULES.get(name, name)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert results(WORK[name], private_copy(module_name)) == results(WORK[name], private_copy(module_name))
