"""What a command works on: `FILE.py:FUNC`, loaded from the user's file, and its `example_inputs()`."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

__all__ = ["Target", "TargetError", "load"]


class TargetError(Exception):
    """The command line names something that is not there, or the user's file does not load."""


@dataclass(frozen=True)
class Target:
    """A function in a user's file."""

    module: ModuleType
    path: Path
    name: str  # dotted, as on the command line
    given: Callable[..., Any]  # what the file holds there

    @property
    def static(self) -> Any:
        """The StaticFunction: the one that the file made itself, or a new one."""
        from sct.jit import StaticFunction, to_static

        return self.given if isinstance(self.given, StaticFunction) else to_static(self.given)

    @property
    def plain(self) -> Callable[..., Any]:
        """The user's plain function."""
        from sct.jit import StaticFunction

        if isinstance(self.given, StaticFunction):
            plain: Callable[..., Any] = self.given.rollback()
            return plain
        return self.given

    def inputs(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """The arguments that the file's `example_inputs()` gives: a tuple, or a dict of keywords."""
        make = getattr(self.module, "example_inputs", None)
        if make is None:
            raise TargetError(
                f"{self.path} has no example_inputs(): define it, answering the tuple of arguments "
                f"(or the dict of keyword arguments) that {self.name} is to be called with"
            )
        try:
            made = make()
        except Exception as error:
            raise TargetError(f"example_inputs() of {self.path} failed") from error
        if isinstance(made, tuple):
            return made, {}
        if isinstance(made, dict):
            return (), made
        raise TargetError(
            f"example_inputs() of {self.path} answers {type(made).__name__}: a tuple of arguments "
            f"(with one argument: `return x,`) or a dict of keyword arguments is needed"
        )


def load(spec: str) -> Target:
    """Load the file of `spec` and find the function in it."""
    file, colon, name = spec.rpartition(":")
    if not colon or not file or not name:
        raise TargetError(f"{spec!r} is not of the form FILE.py:FUNC")
    path = Path(file)
    if not path.is_file():
        raise TargetError(f"there is no file {file}")
    module = _load_module(path)
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise TargetError(f"{file} has no {name!r}{_suggest(module, name)}")
        found = getattr(found, part)
    if not callable(found) or isinstance(found, type):
        raise TargetError(f"{name!r} in {file} is {type(found).__name__}, not a function or method")
    return Target(module, path, name, found)


def _load_module(path: Path) -> ModuleType:
    """Import the file as a module of its own name, with its folder importable, as `python FILE` has it."""
    folder = str(path.resolve().parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    spec = importlib.util.spec_from_file_location(path.stem, path.resolve())
    if spec is None or spec.loader is None:
        raise TargetError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    before = sys.modules.get(path.stem)
    sys.modules[path.stem] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        if before is None:
            del sys.modules[path.stem]
        else:
            sys.modules[path.stem] = before
        raise TargetError(f"{path} does not load: {type(error).__name__}") from error
    return module


def _suggest(module: ModuleType, name: str) -> str:
    import difflib

    here = module.__name__
    own = [n for n, v in vars(module).items() if callable(v) and getattr(v, "__module__", None) == here]
    close = difflib.get_close_matches(name, own, 1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; it has {', '.join(sorted(own))}" if own else ""
