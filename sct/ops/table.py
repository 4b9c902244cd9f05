"""The table of all ops, as Markdown: `python -m sct.ops.table docs/ops.md` writes it."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from sct import ops
from sct.ops.registry import Fact, OpDef

__all__ = ["markdown"]

_HEAD = """# Ops

<!-- Written by `python -m sct.ops.table docs/ops.md` from the registry; a test checks that it is current. -->

Every op of the IR: what it does, the NumPy function or ufunc that it is, and what passes may assume.
*pure*: same operands, same result, and nothing else happens. *raises*: may raise, depending on the data.
*effect*: happens in order and as often as written. *blocks*: holds inner blocks, which a backend runs.
*elementwise*, *commutative* and *view* mean what they say. Functions of NumPy that are written in terms of
several ops are not listed here.
"""

_WORDS = {
    Fact.PURE: "pure",
    Fact.EFFECT: "effect",
    Fact.CONTROL: "blocks",
    Fact.RAISES: "raises",
    Fact.ELEMENTWISE: "elementwise",
    Fact.COMMUTATIVE: "commutative",
    Fact.NEW: "new memory",
}


def markdown() -> str:
    """The whole document."""
    families: dict[str, list[OpDef]] = {}
    for op in ops.all_ops():
        families.setdefault(op.family, []).append(op)
    return "\n".join([_HEAD, *(_family(name, families[name]) for name in sorted(families))])


def _family(name: str, members: list[OpDef]) -> str:
    module = import_module(f"sct.ops.{name}")
    title = (module.__doc__ or name).strip().splitlines()[0]
    rows = [f"| `{op.name}` | {_cell(_first(op.doc))} | {_numpy(op)} | {_facts(op)} |" for op in members]
    return "\n".join([f"## {name}", "", title, "", "| op | does | NumPy | facts |", "|---|---|---|---|", *rows, ""])


def _first(doc: str) -> str:
    return " ".join(doc.split("\n\n")[0].split())


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _numpy(op: OpDef) -> str:
    return ", ".join(f"`np.{_name(f)}`" for f in op.numpy)


def _name(function: Any) -> str:
    return str(getattr(function, "__name__", function))


def _facts(op: OpDef) -> str:
    words = [word for fact, word in _WORDS.items() if fact in op.facts]
    return ", ".join([*words, "view"] if "view" in op.extras else words)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(markdown(), encoding="utf-8")
