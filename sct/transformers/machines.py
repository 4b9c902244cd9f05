"""Generators, for tracing where the run decides how often they are stepped: also as machines that step."""

from __future__ import annotations

import copy
from collections.abc import Iterator

import gast

from .analysis import definitely_assigned, scopes_of
from .base import FUNCTIONS, Node, own_nodes
from .generators import Generators
from .quote import quote
from .resuming import Resuming
from .scopes import scope_of

__all__ = ["Machines", "dispatched", "kept_by"]

_CLOSED = (*FUNCTIONS, gast.ClassDef)


class Machines(Generators):
    """A generator becomes a third function, too: it makes one that goes on to the next `yield`, and one that ends it.

    Where it stands is a number, and what it holds are variables, which branches and loops of the program can carry.

    >>> from sct.transformers.examples import becomes
    >>> text = becomes(Machines, '''
    ... def powers(n):
    ...     x = 1
    ...     while True:
    ...         yield x
    ...         x = x * n
    ... ''')
    >>> print(text[text.index("def machine"):])
    def machine(n):
            at = 0
            x = None
            del x
    <BLANKLINE>
            def step(sent):
                nonlocal at, x
                here = at
                at = -1
                goes_on = False
                if here == 0:
                    at = 0
                    _sct.begun(sent)
                    at = -1
                    x = 1
                    goes_on = True
                elif here == 1:
                    x = x * n
                    goes_on = True
                if goes_on:
                    item = (x,)
                    at = 1
                    return item
    <BLANKLINE>
            def stop():
                nonlocal at
                at = -1
            return (step, stop, None)
        return _sct.generator(push, pull, (n,), 'powers', '', machine)
    """

    name = "Generators"

    def more(self, node: Node, names: list[str]) -> list[tuple[str, Node]]:
        """What makes the machine, if there is one."""
        hints = ("at", "sent", "answer", "here", "goes_on", "paused")
        at, sent, answer, here, goes_on, paused = (self.ctx.fresh(hint) for hint in hints)
        cut = Resuming(self.ctx, at, sent, answer, goes_on, paused)
        entries = cut.entries(node.body)
        if entries is None:
            return []
        step, stop, machine, result = (self.ctx.fresh(hint) for hint in ("step", "stop", "machine", "result"))
        code = self._dispatched(node, entries, here, sent, at, _forgotten(node, answer))
        if cut.tail:
            start = quote("name = False", at=node, name=goes_on)
            code = [*start, *code, *quote("if name:\n    tail", at=node, name=goes_on, tail=cut.tail)]
        closing = cut.closing()
        if closing:
            code = [*quote("name = False", at=node, name=paused), *code]
        (function,) = quote(
            "def name(sent):\n    here = place\n    place = -1\n    body",
            at=node, name=step, sent=sent, here=here, place=at, body=code,
        )  # fmt: skip
        function._sct_converted = True
        kept = kept_by(function, {sent, here}, self.ctx.free_names)
        kept |= scope_of(node).bound - {*names} - scope_of(function).bound  # of code that is never reached
        at_the_end = [n for _, after in closing for part in after for n in gast.walk(part)]
        kept |= {n.id for n in at_the_end if isinstance(n, gast.Name)} & (scope_of(function).bound - {sent, here})
        body = quote("place = 0", at=node, place=at)
        for name in sorted(kept - {at, answer, *names}):
            body += quote("name = None\ndel name", at=node, name=name)
        answers = {answer} & scope_of(function).bound
        shared = sorted(kept | {at} | answers)
        function.body[0:0] = quote("nonlocal shared", at=node, shared=shared)
        body.append(function)
        body += self._stop(node, stop, here, at, shared, closing)
        last = gast.copy_location(gast.Constant(None, None), node)
        if answers:
            body[1:1] = quote("name = None", at=node, name=answer)
            body += quote("def result():\n    return name", at=node, result=result, name=answer)
            last = gast.copy_location(gast.Name(result, gast.Load(), None, None), node)
        body += quote("return step, stop, last", at=node, step=step, stop=stop, last=last)
        (made,) = quote("def name():\n    body", at=node, name=machine, body=body)
        made.args.args = [gast.copy_location(gast.Name(p, gast.Param(), None, None), node) for p in names]
        made._sct_converted = True
        return [(machine, made)]

    def _stop(
        self, node: Node, stop: str, here: str, at: str, shared: list[str], closing: list[tuple[int, list[Node]]]
    ) -> list[Node]:
        """The function that closes it, by what the `finally` clauses say around the place where it stands."""
        if not closing:
            return quote("def stop():\n    nonlocal place\n    place = -1", at=node, stop=stop, place=at)
        chain: list[Node] = []
        for number, after in reversed(closing):
            where = gast.copy_location(gast.Constant(number, None), node)
            (new,) = quote("if here == where:\n    body", at=node, here=here, where=where, body=after)
            new.orelse = chain
            chain = [new]
        (made,) = quote(
            "def stop():\n    here = place\n    place = -1\n    body",
            at=node, stop=stop, here=here, place=at, body=chain,
        )  # fmt: skip
        outside = [copy.deepcopy(n) for n in own_nodes(node) if isinstance(n, gast.Nonlocal | gast.Global)]
        made.body[0:0] = [*quote("nonlocal shared", at=node, shared=shared), *outside]
        made._sct_converted = True
        return [made]

    def _dispatched(
        self, node: Node, entries: list[list[Node]], here: str, sent: str, at: str, ended: list[Node]
    ) -> list[Node]:
        """The code of the place where the generator stands, or of one that has `ended`."""
        check = quote("place = 0\n_sct.begun(sent)\nplace = -1", at=node, sent=sent, place=at)
        entries[0] = [*check, *entries[0]]
        return dispatched(node, entries, here, ended)


def dispatched(node: Node, entries: list[list[Node]], here: str, otherwise: list[Node]) -> list[Node]:
    """The code of the place that has this number, or `otherwise`."""
    chain = otherwise
    for number, entry in reversed(list(enumerate(entries))):
        where = gast.copy_location(gast.Constant(number, None), node)
        body = entry or quote("pass", at=node)
        (new,) = quote("if here == where:\n    body", at=node, here=here, where=where, body=body)
        new.orelse = chain
        chain = [new]
    return chain


def kept_by(function: Node, own: set[str], free_names: frozenset[str]) -> set[str]:
    """The variables of a step that outlive it: read before they are assigned, or seen by functions in it."""
    bound = scope_of(function).bound - own
    scopes = scopes_of(gast.Module([function], []), free_names)
    facts = definitely_assigned(scopes.scope_of(function), scopes)
    return set(bound) & ({n.id for n in facts.unsure.values()} | set(_seen_inside(function)))


def _forgotten(node: Node, answer: str) -> list[Node]:
    """What a step of a generator that has ended does: its answer is told once."""
    answers = any(isinstance(n, gast.Return) and n.value is not None for n in own_nodes(node))
    return quote("name = None", at=node, name=answer) if answers else []


def _seen_inside(function: Node) -> Iterator[str]:
    """The names in functions and classes inside of a function."""
    stack = [(node, False) for node in function.body]
    while stack:
        node, inside = stack.pop()
        if inside and isinstance(node, gast.Name):
            yield node.id
        inside = inside or isinstance(node, _CLOSED)
        stack += [(child, inside) for child in gast.iter_child_nodes(node)]
