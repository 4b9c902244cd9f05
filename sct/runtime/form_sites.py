"""Where lists and dicts were made, as the forms know it that trees are joined by: one place of those that there are."""

from __future__ import annotations

from typing import Any

from sct.runtime.rows import Ref
from sct.runtime.templates import TChoice, Template, TNode, TStatic
from sct.runtime.trace import Trace

__all__ = ["note", "relate", "site_of_list"]


def note(trace: Trace, made: Any, form: TNode) -> None:
    """Something was made of a form: it is one of what was made at the form's place."""
    if form.site is not None and form.kind is dict:
        trace.sites[made] = form.site
    elif form.site is not None:
        trace.doubts.note_site(made, form.site)


def relate(trace: Trace, a: Template, b: Template) -> None:
    """Two forms are made one: so one name, or one list, may have lists of both."""
    mine, yours = site_of_list(a), site_of_list(b)
    if mine is not None and yours is not None and mine != yours:
        trace.doubts.families.unite(mine, yours)


def site_of_list(t: Template) -> Any:
    """Where the lists of a form were made; None if it is none of lists, or that is not known."""
    if isinstance(t, TStatic):
        return t.tree.site if t.tree is not None and t.tree.kind is list else None
    if isinstance(t, TChoice):
        return next((site for site in map(site_of_list, t.items) if site is not None), None)
    if isinstance(t, TNode) and t.kind is Ref:
        return t.keys[0].site  # type: ignore[index]
    return t.site if isinstance(t, TNode) and t.kind is list else None
