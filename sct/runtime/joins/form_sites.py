"""Where lists and dicts were made, as the forms know it that trees are joined by: one place of those that there are."""

from __future__ import annotations

from typing import Any

from sct.errors import AliasError
from sct.runtime.hashing.entries import note_parts
from sct.runtime.joins.templates import TChoice, Template, TNode, TStatic
from sct.runtime.lists.rows import Ref
from sct.runtime.trace import Trace, current

__all__ = ["ask_for_pool", "note", "relate", "site_of_list"]


def note(trace: Trace, made: Any, form: TNode) -> None:
    """Something was made of a form: it is one of what was made at the form's place."""
    if form.site is None:
        return
    if form.kind is dict:
        trace.sites[made] = form.site
    else:
        trace.doubts.note_site(made, form.site)
    note_parts(trace, made, form.site)


def relate(trace: Trace, a: Template, b: Template) -> None:
    """Two forms are made one: so one name, or one list, may have lists of both."""
    mine, yours = _site(trace, a), _site(trace, b)
    known = isinstance(a, TStatic) and isinstance(b, TStatic) and a.obj is not b.obj
    if mine is not None and yours is not None and (known or mine != yours):
        trace.doubts.families.unite(mine, yours)


def ask_for_pool(error: AliasError, form: Template) -> None:
    """The lists of this form had better be in a pool: what is refused is that they may be elsewhere, too."""
    trace, site = current(), site_of_list(form)
    if trace is not None and site is not None:
        trace.doubts.families.unite(site)
        error.site = site


def _site(trace: Trace, t: Template) -> Any:
    """The same of one that stays whole, too."""
    if isinstance(t, TStatic) and type(t.obj) is list:
        return trace.doubts.site(t.obj)
    if isinstance(t, TChoice):
        return next((site for site in [_site(trace, item) for item in t.items] if site is not None), None)
    return site_of_list(t)


def site_of_list(t: Template) -> Any:
    """Where the lists of a form were made; None if it is none of lists, or that is not known."""
    if isinstance(t, TChoice):
        return next((site for site in map(site_of_list, t.items) if site is not None), None)
    if isinstance(t, TNode) and t.kind is Ref:
        return t.keys[0].site  # type: ignore[index]
    return t.site if isinstance(t, TNode) and t.kind is list else None
