"""Recursion, for tracing where the run decides how deep it goes: a loop with a stack of what waits."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence

import gast

from .analysis import definitely_assigned, scopes_of
from .base import FUNCTIONS, Node, Pass, own_nodes
from .jumps import statements_of, terminates
from .machines import dispatched, kept_by
from .quote import quote, quote_expr
from .resuming import Resuming
from .scopes import scope_of
from .self_calls import BUILTINS, DoesNotFit, SelfCalls
from .typical import typical_values

__all__ = ["Stacks"]

_CLOSED = (*FUNCTIONS, gast.ClassDef)
_NOT_INSIDE = (*_CLOSED, gast.NamedExpr, gast.Yield, gast.YieldFrom, gast.Await)


class Stacks(Pass):
    """A function that calls itself gets a second body, which a trace may ask for: it stops at each of these calls.

    What a call needs afterwards lies on a list meanwhile, so that how deep it goes is a matter of the run. Such a
    body is made only where Python's order of evaluation stays as it is, and all variables surely have values.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Stacks, '''
    ... def count(n):
    ...     return 0 if n < 1 else 1 + count(n - 1)
    ... '''))
    def count(n):
        token = _sct.own_stack(len)
        if token is not None:
    <BLANKLINE>
            def machine(n):
                at = 0
                answer = 0
    <BLANKLINE>
                def step(sent):
                    nonlocal answer, at
                    here = at
                    if here == 0:
                        if n < 1:
                            chosen = 0
                        else:
                            item = (_sct.called_itself(token, ('n',), count, n - 1),)
                            at = 1
                            return item
                        answer = chosen
                        return None
                    else:
                        answered = sent
                        chosen = 1 + answered
                        answer = chosen
                        return None
                stack = []
                sent = 0
                while True:
                    got = step(sent)
                    if got is None:
                        if not stack:
                            return answer
                        at, = stack.pop()
                        sent = answer
                    else:
                        if len(stack) > _sct.deepest():
                            _sct.too_deep()
                        stack.append((at,))
                        n, = got[0]
                        at = 0
            return machine(n)
        return 0 if n < 1 else 1 + count(n - 1)
    """

    def visit_FunctionDef(self, node: Node) -> Node:
        super().visit_FunctionDef(node)
        body = self._stacked(node)
        if body is not None:
            node.body = [*body, *node.body]
        return node

    def _stacked(self, node: Node) -> list[Node] | None:
        """What runs instead of the body; None where there is no such thing."""
        names = [p.id for p in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        inner = [n for n in own_nodes(node) if n is not node]
        if node.args.vararg or node.args.kwarg or not _calls_itself(node, names):
            return None
        if any(isinstance(n, _NOT_INSIDE) for n in inner) or not self._is_sure(node):
            return None
        scope = scope_of(node)
        builtin = sorted({"len", *(_called(inner) & BUILTINS)})
        if {node.name, *builtin} & (scope.bound | scope.targets):
            return None
        token = self.ctx.fresh("token")
        calls = SelfCalls(self.ctx, node.name, "", token, set(scope.bound - scope.declared), set(scope.declared))
        if not any(map(calls.calls, node.body)):
            calls.owner = names[0]
        rebound = {n.id for n in inner if isinstance(n, gast.Name) and not isinstance(n.ctx, gast.Load)}
        calls.wanted = [name for k, name in enumerate(names) if not _stays(calls, node, names, k, rebound)]
        same = _always(node, set(names) - set(calls.wanted))
        try:
            body = calls.block(_answering(node, same))
        except DoesNotFit:
            return None
        machine = self._machine(node, body, names, calls, same)
        if machine is None:
            return None
        name = machine[0].name
        given, asked = [_load(p, node) for p in names], [_load(b, node) for b in builtin]
        return quote(
            "token = _sct.own_stack(*asked)\nif token is not None:\n    machine\n    return name(*given)",
            at=node, token=token, machine=machine, name=name, given=given, asked=asked,
        )  # fmt: skip

    def _is_sure(self, node: Node) -> bool:
        """Whether all variables have values where they are read."""
        scopes = scopes_of(gast.Module([node], []), self.ctx.free_names)
        return not definitely_assigned(scopes.scope_of(node), scopes).unsure

    def _machine(
        self, node: Node, body: list[Node], names: list[str], calls: SelfCalls, same: str
    ) -> list[Node] | None:
        """The function that goes from call to call."""
        hints = ("at", "sent", "answer", "here", "goes_on", "paused")
        at, sent, answer, here, goes_on, paused = map(self.ctx.fresh, hints)
        declared = [n for n in statements_of(body) if isinstance(n, gast.Global | gast.Nonlocal)]
        answered = [n.value for n in statements_of(body) if isinstance(n, gast.Return) and n.value is not None]
        typical = typical_values(body, names, answered, answer)
        cut = Resuming(self.ctx, at, sent, answer, goes_on, paused)
        entries = cut.entries([n for n in body if n not in declared])
        if entries is None or any(n not in body for n in declared):
            return None
        code = dispatched(node, entries[:-1], here, entries[-1] or quote("pass", at=node))
        if cut.tail:
            start = quote("name = False", at=node, name=goes_on)
            code = [*start, *code, *quote("if name:\n    tail", at=node, name=goes_on, tail=cut.tail)]
        (step,) = quote(
            "def name(sent):\n    here = place\n    body",
            at=node, name=self.ctx.fresh("step"), sent=sent, here=here, place=at, body=code,
        )  # fmt: skip
        step._sct_converted = True
        elsewhere = {name for n in declared for name in n.names}
        bound = scope_of(step).bound - elsewhere
        kept = (kept_by(step, {sent, here}, self.ctx.free_names) - elsewhere) | (set(names) & bound)
        later = _names([n for entry in entries[1:] for n in entry] + cut.tail)
        waiting = sorted((kept - {at, answer, goes_on} | set(calls.wanted)) & later)
        kept |= {at} | ({answer} & bound)
        step.body[0:0] = [*quote("nonlocal shared", at=node, shared=sorted(kept)), *copy.deepcopy(declared)]
        first = quote("name = 0", at=node, name=at)
        for name in sorted(kept - {at, *names}):
            first += quote("name = value", at=node, name=name, value=typical.get(name, _none(node)))
        result = same or (answer if answer in bound else "")
        begun = _load(same, node) if same else typical.get(answer, _none(node)) if result else _none(node)
        driver = self._driver(node, step.name, [at, *waiting], (sent, begun), calls.wanted, result)
        (made,) = quote(
            "def name():\n    first\n    step\n    driver",
            at=node, name=self.ctx.fresh("machine"), first=first, step=[step], driver=driver,
        )  # fmt: skip
        made.args.args = [gast.copy_location(gast.Name(p, gast.Param(), None, None), node) for p in names]
        made._sct_converted = True
        return [made]

    def _driver(
        self, node: Node, step: str, frame: list[str], sent: tuple[str, Node], wanted: Sequence[str], result: str
    ) -> list[Node]:
        """The loop around the steps; `frame`: what lies on the stack of a call that waits; `sent`: what it gets."""
        stack, got = self.ctx.fresh("stack"), self.ctx.fresh("got")
        answer = _load(result, node) if result else _none(node)
        given = _taken(wanted, quote_expr("got[0]", at=node, got=got), node) if wanted else []
        return quote(
            "stack = []\nsent = begun\nwhile True:\n    got = step(sent)\n    if got is None:\n"
            "        if not stack:\n            return answer\n        popped\n        sent = answer\n    else:\n"
            "        if len(stack) > _sct.deepest():\n            _sct.too_deep()\n"
            "        stack.append(frame)\n        given\n        place = 0",
            at=node, stack=stack, sent=sent[0], begun=sent[1], got=got, step=step, answer=answer, place=frame[0],
            given=given, frame=_tuple(frame, node, gast.Load),
            popped=_taken(frame, quote_expr("stack.pop()", at=node, stack=stack), node),
        )  # fmt: skip


def _called(nodes: Iterable[Node]) -> set[str]:
    return {n.func.id for n in nodes if isinstance(n, gast.Call) and isinstance(n.func, gast.Name)}


def _calls_itself(node: Node, names: Sequence[str]) -> bool:
    """Whether a function calls what has its name, or its first parameter has."""
    for call in own_nodes(node):
        if isinstance(call, gast.Call):
            func = call.func
            if isinstance(func, gast.Name) and func.id == node.name:
                return True
            if isinstance(func, gast.Attribute) and func.attr == node.name and names:
                if isinstance(func.value, gast.Name) and func.value.id == names[0]:
                    return True
    return False


def _stays(calls: SelfCalls, node: Node, names: list[str], place: int, rebound: set[str]) -> bool:
    """Whether all calls hand a parameter on as it is."""
    name = names[place]
    if name in rebound:
        return False
    if calls.owner:
        if place == 0:
            return True
        place -= 1
    for call in filter(calls.is_own, own_nodes(node)):
        if any(isinstance(a, gast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
            return False
        by_name = [k.value for k in call.keywords if k.arg == name]
        value = call.args[place] if place < len(call.args) else by_name[0] if by_name else None
        if not isinstance(value, gast.Name) or value.id != name:
            return False
    return True


def _always(node: Node, stay: set[str]) -> str:
    """The parameter that is the answer in any case, if all calls hand it on."""
    returns = [n for n in statements_of(node.body) if isinstance(n, gast.Return)]
    found = {n.value.id if isinstance(n.value, gast.Name) else "" for n in returns}
    name: str = found.pop() if len(found) == 1 else ""
    return name if name in stay and terminates(node.body) else ""


def _answering(node: Node, same: str) -> list[Node]:
    """The body, in which each `return` says what it answers if any does; `same`: what all of them do."""
    body: list[Node] = copy.deepcopy(node.body)
    returns = [n for n in statements_of(body) if isinstance(n, gast.Return)]
    if same:
        for one in returns:
            one.value = None
    elif any(n.value is not None for n in returns):
        for one in returns:
            one.value = one.value or gast.copy_location(gast.Constant(None, None), one)
        if not terminates(body):
            body += quote("return None", at=node.body[-1])
    return body


def _names(nodes: Iterable[Node]) -> set[str]:
    return {n.id for node in nodes for n in gast.walk(node) if isinstance(n, gast.Name)}


def _taken(names: Sequence[str], value: Node, at: Node) -> list[Node]:
    """Variables get the items of a tuple."""
    return [gast.copy_location(gast.Assign([_tuple(names, at, gast.Store)], value, None), at)]


def _tuple(names: Sequence[str], at: Node, context: type) -> Node:
    items = [gast.copy_location(gast.Name(name, context(), None, None), at) for name in names]
    return gast.copy_location(gast.Tuple(items, context()), at)


def _none(at: Node) -> Node:
    return gast.copy_location(gast.Constant(None, None), at)


def _load(name: str, at: Node) -> Node:
    return gast.copy_location(gast.Name(name, gast.Load(), None, None), at)
