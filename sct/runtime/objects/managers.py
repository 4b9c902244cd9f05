"""`with` in a trace: the methods of the user's managers are converted; what passes through is no business of theirs."""

from __future__ import annotations

import ast
import contextlib
from types import FunctionType, TracebackType
from typing import Any

import numpy as np

from sct.errors import SctError, UnsupportedCallError
from sct.parsing import parsed
from sct.runtime.calls.defects import is_surely_users
from sct.runtime.calls.raising import Diverged
from sct.runtime.current import is_variable
from sct.runtime.handling.jumps import LoopsLeft
from sct.runtime.hashing.entries import KeysComing, OtherLayouts, RolledRather, StepsComing
from sct.runtime.joins.choice import Choice
from sct.runtime.joins.chosen_managers import OneOfManagers
from sct.runtime.numpy_functions.error_states import ErrorState
from sct.runtime.objects import operators
from sct.runtime.objects.as_python import as_python
from sct.runtime.objects.exit_stacks import begun, called_later
from sct.runtime.rolling.too_long import TooLong
from sct.runtime.state.trials import Grown
from sct.runtime.state.unseen_changes import unchanged
from sct.runtime.texts.kind_names import a_kind, type_name
from sct.runtime.texts.print_options import Options
from sct.runtime.texts.redirected import Redirected, check_manager
from sct.runtime.trace import Trace

__all__ = ["PASSING", "Manager", "exit_stack", "manager"]

PASSING = (SctError, Diverged, KeysComing, RolledRather, StepsComing, OtherLayouts, TooLong, Grown, LoopsLeft)
"""What leaves a trace, and is not for the user's code to catch: refusals, and paths that end here."""
_STATELESS = (contextlib.nullcontext, contextlib.suppress, contextlib.closing)


def manager(trace: Trace, value: Any) -> Any:
    """What a `with` enters and leaves in place of `value`."""
    if type(value) is Choice:
        return OneOfManagers(value, lambda one: _alternative(trace, one), PASSING)
    check_manager(trace, value)
    if not _is_manager(value) or is_variable(value) or isinstance(value, (Options, Redirected)):
        return value  # Python's own TypeError, or one that knows of traces
    return ErrorState(trace, value) if isinstance(value, np.errstate) else Manager(trace, value)


def _alternative(trace: Trace, one: Any) -> Any:
    """The same for one of several; what it sets for all that comes after it cannot be part of a branch."""
    found = manager(trace, one)
    if not _is_manager(one):
        raise TypeError(f"'{type_name(one)}' object does not support the context manager protocol")
    if operators.users_method(one, "__enter__") is None and not isinstance(one, _STATELESS):
        raise UnsupportedCallError(
            f"a `with` on one of several managers, one of which is {a_kind(one)}",
            where=trace.location(),
            why="what holds inside of the `with` would be known only when the program runs",
            fix="write a `with` in each branch",
        )
    return found


def _is_manager(value: Any) -> bool:
    return hasattr(type(value), "__enter__") and hasattr(type(value), "__exit__")


class Manager:
    """Enters and leaves a manager of the user's by its converted methods."""

    def __init__(self, trace: Trace, value: Any) -> None:
        self.trace = trace
        self.value = value
        leaving = _exit_of(value)
        self.swallows, self.asks = _may_swallow(value, leaving), _asks(leaving)
        self.is_users = operators.users_method(value, "__exit__") is not None
        self.barrier: Any = None

    def enter(self) -> Any:
        """What its `__enter__` answers."""
        method = operators.users_method(self.value, "__enter__")
        return self.trace.own(as_python(self.value.__enter__) if method is None else self._call(method))

    def leave(self, error: BaseException | None) -> Any:
        """What the user's `__exit__` answers."""
        method = operators.users_method(self.value, "__exit__")
        assert method is not None
        return self._call(method, *((None,) * 3 if error is None else (type(error), error, error.__traceback__)))

    def __enter__(self) -> Any:
        entered = self.enter()
        self.trace.trying_depth += self.swallows
        if not isinstance(self.value, contextlib.nullcontext):
            self.barrier = self.trace.handling.part()
        begun(self.trace, self.value)
        return entered

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        self.trace.trying_depth -= self.swallows
        self.trace.handling.leave(self.barrier)
        if isinstance(error, PASSING) or (isinstance(error, Exception) and not is_surely_users(error)):
            return False
        if not self.is_users:
            with _kept(self.trace, self.value, self.value.__exit__):
                return bool(as_python(self.value.__exit__, kind, error, traceback))
        swallowed = self.leave(error)
        return error is not None and bool(swallowed)

    def _call(self, method: FunctionType, *args: Any) -> Any:
        from sct.runtime.call import convert_call

        return convert_call(method)(self.value, *args)


def _may_swallow(value: Any, tree: ast.AST | None) -> bool:
    """Whether leaving the manager may end an exception, as far as the code of `__exit__` shows."""
    if isinstance(value, contextlib.nullcontext):
        return False
    if tree is None:  # a function of which there is no source may do anything
        return isinstance(getattr(type(value), "__exit__", None), FunctionType)
    returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
    return any(r is not None and not (isinstance(r, ast.Constant) and not r.value) for r in returned)


def _asks(tree: ast.AST | None) -> bool:
    """Whether leaving the manager looks at an exception, and not only at its class."""
    function = next((node for node in ast.walk(tree or ast.Module([], [])) if isinstance(node, ast.FunctionDef)), None)
    if function is None:
        return True
    given = [*function.args.posonlyargs, *function.args.args]
    looked_at = {one.arg for one in given[2:]} | {one.arg for one in (function.args.vararg,) if one is not None}
    return any(isinstance(node, ast.Name) and node.id in looked_at for node in ast.walk(function))


def _exit_of(value: Any) -> ast.AST | None:
    """The code of `__exit__`, if that can be found."""
    method = getattr(type(value), "__exit__", None)
    if not isinstance(method, FunctionType):
        return None
    from sct.runtime.source import get_conversion

    try:
        tree: ast.AST = parsed(get_conversion(method).original)
    except SctError:
        return None
    return tree


def exit_stack(trace: Trace, f: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """A method of an ExitStack, which is going to call what it is given."""
    from sct.runtime.calls.traced_call import convert_traced

    if name == "callback" and args and not kwargs and trace.made.get(f.__self__) is not trace.builder:
        if called_later(trace, f.__self__, *args):
            return args[0]
    if name == "enter_context" and args:
        args = (manager(trace, args[0]), *args[1:])
    elif name in ("callback", "push") and args:
        args = (convert_traced(trace, args[0]), *args[1:])
    with _kept(trace, f.__self__, f):
        found = f(*args, **kwargs)
    if name != "__exit__":
        begun(trace, f.__self__)
    return found


def _kept(trace: Trace, stack: Any, f: Any) -> contextlib.AbstractContextManager[None]:
    """Python goes through what an ExitStack holds: that must be known, and not change in a branch or loop around."""
    if not isinstance(stack, contextlib.ExitStack) or trace.made.get(stack) is trace.builder:
        return contextlib.nullcontext()
    return unchanged(trace, f, (stack,))
