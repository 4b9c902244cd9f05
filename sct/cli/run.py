"""`sct run`: the function on its example inputs, as plain Python and static, compared and timed."""

from __future__ import annotations

import contextlib
import copy
import io
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.table import Table

from sct.cli.compare import Verdict, compare
from sct.cli.target import Target, TargetError, load
from sct.errors import SctError

__all__ = ["run"]

_MOST_RUNS = 1000


@dataclass(frozen=True)
class Outcome:
    """All that one call did which can be seen from outside."""

    result: Any
    raised: BaseException | None
    printed: str
    arguments: Any  # as the call left them
    seconds: float


def run(spec: str, *, exact: bool = False, seconds: float = 1.0) -> int:
    """Run the target twice, compare, time, and let the file's `report(result)` show the result."""
    target = load(spec)
    args, kwargs = target.inputs()
    plain, static = target.plain, target.static
    console = Console(highlight=False, soft_wrap=True)

    ours = _observe(plain, args, kwargs)
    first = _observe(static, args, kwargs)
    second = _observe(static, args, kwargs)
    for outcome in (first, second):
        if isinstance(outcome.raised, SctError) and type(outcome.raised) is not type(ours.raised):
            raise outcome.raised
    console.print(ours.printed, end="", markup=False)
    verdict = _judge(ours, first, exact) + _judge(ours, second, exact, "second call: ")

    mutates = not compare((args, kwargs), ours.arguments, exact=True)
    console.print(f"[bold]{target.path}:{target.name}[/]")
    if ours.raised is None:
        console.print(_timings(plain, static, first.seconds, args, kwargs, mutates, seconds))
    else:
        console.print(f"plain Python raised {type(ours.raised).__name__}: {ours.raised}", markup=False)
    for line in verdict.differences:
        console.print(f"[bold red]differs[/] {line}", soft_wrap=True)
    if not verdict:
        return 1
    console.print(_praise(verdict))
    if ours.raised is None:
        _report(target, second.result, console)
    return 0


def _observe(function: Callable[..., Any], args: Any, kwargs: Any) -> Outcome:
    """Call `function` on copies of the arguments, which share what the originals share."""
    args, kwargs = copy.deepcopy((args, kwargs))
    out = io.StringIO()
    result, raised = None, None
    began = time.perf_counter()
    with contextlib.redirect_stdout(out):
        try:
            result = function(*args, **kwargs)
        except Exception as error:  # compared with the other side's
            raised = error
    return Outcome(result, raised, out.getvalue(), (args, kwargs), time.perf_counter() - began)


def _judge(plain: Outcome, static: Outcome, exact: bool, label: str = "") -> Verdict:
    if type(plain.raised) is not type(static.raised):
        return Verdict((f"{label}plain Python {_ending(plain)}, static {_ending(static)}",))
    verdict = compare(plain.result, static.result, exact=exact, at=f"{label}result")
    verdict += compare(plain.arguments, static.arguments, exact=exact, at=f"{label}arguments after the call")
    return verdict + compare(plain.printed, static.printed, at=f"{label}printed text")


def _ending(outcome: Outcome) -> str:
    if outcome.raised is None:
        return "returned"
    return f"raised {type(outcome.raised).__name__}: {outcome.raised}"


def _praise(verdict: Verdict) -> str:
    if verdict.error:
        return f"[bold green]the same[/] in structure, dtype and shape; values within {verdict.error:.1e}"
    return "[bold green]the same[/] in value, dtype, shape and structure, bit for bit"


def _timings(
    plain: Callable[..., Any],
    static: Callable[..., Any],
    first: float,
    args: Any,
    kwargs: Any,
    mutates: bool,
    seconds: float,
) -> Table:
    ours = _median(plain, args, kwargs, mutates, seconds)
    theirs = _median(static, args, kwargs, mutates, seconds)
    table = Table("", "a call", "plain Python / this", box=None, pad_edge=False)
    table.add_row("plain Python", _duration(ours), "1.00")
    table.add_row("static, first call (converts and traces)", _duration(first), "")
    table.add_row("static, from then on", _duration(theirs), f"{ours / theirs:.2f}")
    return table


def _median(function: Callable[..., Any], args: Any, kwargs: Any, mutates: bool, seconds: float) -> float:
    """The median time of a call. A function that writes to its arguments gets new copies, off the clock."""
    times: list[float] = []
    deadline = time.perf_counter() + seconds
    with contextlib.redirect_stdout(io.StringIO()):
        while len(times) < 3 or (time.perf_counter() < deadline and len(times) < _MOST_RUNS):
            mine = copy.deepcopy((args, kwargs)) if mutates else (args, kwargs)
            began = time.perf_counter()
            function(*mine[0], **mine[1])
            times.append(time.perf_counter() - began)
    return statistics.median(times)


def _duration(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def _report(target: Target, result: Any, console: Console) -> None:
    """Call the file's `report(result)`, if it has one, and print what it answers: a path, as a rule."""
    report = getattr(target.module, "report", None)
    if report is None:
        return
    try:
        answer = report(result)
    except Exception as error:
        raise TargetError(f"report() of {target.path} failed: {error}") from error
    if answer is not None:
        console.print(str(answer), markup=False)
