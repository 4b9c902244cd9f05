"""`sct passes` and `sct ops`: what there is, as tables."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

__all__ = ["ops", "passes"]


def passes() -> int:
    """Print the pipeline of source passes."""
    from sct.transformers import PIPELINE

    table = Table("", "pass", "removes", "what it does", box=None, pad_edge=False)
    for number, made in enumerate(PIPELINE, 1):
        removes = ", ".join(kind.__name__ for kind in made.removes)
        table.add_row(str(number), made.name, removes, _first_line(made.doc or made.__doc__))
    _print(table)
    return 0


def ops(pattern: str = "") -> int:
    """Print the ops whose name or family contains `pattern`, by family."""
    import sct.jit  # noqa: F401 - whoever imports it has every op defined
    from sct.ops.registry import Fact, all_ops

    found = [o for o in all_ops() if pattern in o.name or pattern in o.family]
    table = Table("family", "op", "NumPy", "facts", "what it does", box=None, pad_edge=False)
    for made in sorted(found, key=lambda o: (o.family, o.name)):
        facts = [str(fact.name).lower() for fact in Fact if fact and fact in made.facts]
        names = sorted({getattr(f, "__name__", str(f)) for f in made.numpy})
        table.add_row(made.family, made.name, ", ".join(names), " ".join(facts), _first_line(made.doc))
    _print(table)
    print(f"{len(found)} ops")
    return 0 if found else 1


def _print(table: Table) -> None:
    console = Console()
    if not console.is_terminal:
        console = Console(width=200)
    console.print(table)


def _first_line(doc: str | None) -> str:
    return (doc or "").strip().partition("\n")[0]
