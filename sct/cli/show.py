"""`sct show`: the user's source beside what the passes make of it."""

from __future__ import annotations

from rich.console import Console
from rich.syntax import Syntax
from rich.table import Table

from sct.cli.target import TargetError, load

__all__ = ["machine_code", "show"]


def show(spec: str, *, only: str | None = None, every: bool = False) -> int:
    """Print the original and the final source, or the source around one pass or around each."""
    target = load(spec)
    conversion = target.static._conversion  # with the passes that the file asked for, if it did
    original = conversion.original
    stages = list(conversion.stages)
    if only is not None:
        names = [name for name, _ in stages]
        if only not in names:
            raise TargetError(f"there is no pass {only!r}; there are {', '.join(names)}")
        at = names.index(only)
        before = stages[at - 1][1] if at else original
        _beside(f"before {only}", before, f"after {only}", stages[at][1])
    elif every:
        before, title, unchanged = original, str(target.path), []
        for number, (name, code) in enumerate(stages, 1):
            if code == before:
                unchanged.append(name)
            else:
                _beside(title, before, f"{number} {name}", code)
            before, title = code, f"{number} {name}"
        if unchanged:
            print(f"no change: {', '.join(unchanged)}")
    else:
        _beside(f"{target.path}:{conversion.first_line}", original, "transformed", conversion.code)
    return 0


def machine_code(spec: str, stage: str) -> int:
    """Print the `report`, `loops`, `llvm` or `asm` of the function, called with its example inputs."""
    target = load(spec)
    static = target.static  # made anew each time it is asked for
    args, kwargs = target.inputs()
    static(*args, **kwargs)
    print(getattr(static, stage)().rstrip("\n"))
    return 0


def _beside(left_title: str, left: str, right_title: str, right: str) -> None:
    """Two sources in two columns; where nobody sets a width, as wide as they are."""
    left, right = left.strip("\n"), right.strip("\n")
    console = Console()
    if not console.is_terminal:
        columns = (f"{left_title}\n{left}", f"{right_title}\n{right}")
        width = sum(max(map(len, column.splitlines())) for column in columns)
        console = Console(width=width + 7, no_color=True)
    table = Table(left_title, right_title, show_lines=False)
    table.add_row(_source(left), _source(right))
    console.print(table)


def _source(text: str) -> Syntax:
    return Syntax(text, "python", theme="ansi_light", background_color="default", word_wrap=True)
