"""What a generator does from one `yield` to the next, as code that runs through: for each place where it may stand."""

from __future__ import annotations

import copy
from collections.abc import Sequence

import gast

from .base import FUNCTIONS, Node, PassContext
from .jumps import is_endless, statements_of, terminates
from .quote import quote

__all__ = ["Resuming"]

_YIELDS = (gast.Yield, gast.YieldFrom)
_LOOPS = (gast.For, gast.While)
_CLOSED = (*FUNCTIONS, gast.ClassDef)
_MOST_YIELDS = 12
_MOST_STATEMENTS = 400


class Resuming:
    """The body of a generator, cut at each `yield`.

    `entries` holds the code from the start and from each `yield`, up to any of them: it says where it stopped, in the
    variable `at`, and returns the item in a tuple; at the end it returns None. Where a `yield` stands in a loop, what
    follows it is the rest of the loop's body, the loop once more, and what follows that. A `for` with a `yield` in it
    keeps its iterator in a variable. The last loop of the body, to which most entries lead, is the `tail`: it follows
    where the entry has set the variable `goes_on`. A `finally` around a `yield` is passed over where the variable
    `paused` says so: `closing` has what is to be done where the generator is closed there. There are no entries where
    a `yield` stands in an expression, or in a `with` or what has handlers.
    """

    def __init__(self, ctx: PassContext, at: str, sent: str, answer: str, goes_on: str, paused: str) -> None:
        self.ctx = ctx
        self.at, self.sent, self.answer, self.goes_on, self.paused = at, sent, answer, goes_on, paused
        self.last: Node | None = None
        self.tail: list[Node] = []
        self.fits = True
        self.iterators: dict[Node, str] = {}
        self.paths: dict[Node, tuple[int, list[tuple[Node, Sequence[Node], int]]]] = {}
        self.left = _MOST_STATEMENTS

    def entries(self, body: Sequence[Node]) -> list[list[Node]] | None:
        """The code from the start of `body`, and from each `yield` in it."""
        self._find(body, [])
        if not self.fits or not 0 < len(self.paths) <= _MOST_YIELDS:
            return None
        places = [k for k, node in enumerate(body) if _is_under_way(node)]
        self.last = body[places[-1]] if places else None
        before = body[: places[-1]] if places else body
        found = [self._up_to(before)] + [self._after(node, path) for node, (_, path) in self.paths.items()]
        if self.last is not None:
            self.tail = self._going_on(self.last)
            if not _ends(self.tail):
                self.tail += self._block(body[places[-1] + 1 :])
        return found if self.fits else None

    def _up_to(self, body: Sequence[Node]) -> list[Node]:
        """`body`, and the start of the last loop of the generator, to which several ways lead."""
        made = self._block(body)
        return made if self.last is None or _ends(made) else [*made, *self._start(self.last), *self._to_tail()]

    def _to_tail(self) -> list[Node]:
        assert self.last is not None
        return quote("name = True", at=self.last, name=self.goes_on)

    def _start(self, node: Node) -> list[Node]:
        """What comes before the first turn of a loop, or the first item of a `yield from`."""
        if isinstance(node, gast.While):
            return []
        source = node.iter if isinstance(node, gast.For) else _yielded(node).value
        start = quote("name = _sct.steps(source)", at=node, name=self.iterators[node], source=copy.deepcopy(source))
        return start if isinstance(node, gast.For) else [*start, *quote("name = None", at=node, name=self.sent)]

    def _going_on(self, node: Node) -> list[Node]:
        """The next turn of a loop and all that follow, or what a `yield from` has under way."""
        return self._turns(node) if isinstance(node, _LOOPS) else self._delegated(node)

    def closing(self) -> list[tuple[int, list[Node]]]:
        """The `finally` clauses around each `yield` that has some, from the inner one on, by its number."""
        found = []
        for number, path in self.paths.values():
            made: list[Node] = []
            for outer in reversed(_guards(path)):
                after = copy.deepcopy(outer.finalbody)
                made = quote("try:\n    body\nfinally:\n    after", at=outer, body=made, after=after) if made else after
            found += [(number, made)] if made else []
        return found

    # -- where the yields are --------------------------------------------------------------------

    def _find(self, body: Sequence[Node], path: list[tuple[Node, Sequence[Node], int]]) -> None:
        """Number the statements of `body` that yield; `path`: the blocks around it, and where in them."""
        for index, node in enumerate(body):
            if isinstance(node, _CLOSED) or not _yields(node):
                continue
            if _yielded(node) is not None:
                value = _yielded(node).value
                self.fits = self.fits and (value is None or not _yields(value))
                self.fits = self.fits and not any(map(_yields, getattr(node, "targets", ())))
                self.paths[node] = (len(self.paths) + 1, [*path, (node, body, index)])
                if isinstance(_yielded(node), gast.YieldFrom):
                    self.iterators[node] = self.ctx.fresh("steps")
            elif isinstance(node, (gast.If, *_LOOPS)):
                heads = [getattr(node, name) for name in ("test", "iter", "target") if hasattr(node, name)]
                self.fits = self.fits and not any(map(_yields, heads))
                for name in ("body", "orelse"):
                    self._find(getattr(node, name), [*path, (node, body, index)])
                if isinstance(node, gast.For):
                    self.iterators[node] = self.ctx.fresh("steps")
            elif _is_guard(node):
                self._find(node.body, [*path, (node, body, index)])
            else:
                self.fits = False

    # -- from the start of a block ---------------------------------------------------------------

    def _block(self, body: Sequence[Node]) -> list[Node]:
        made: list[Node] = []
        for node in body:
            made += self._statement(node)
            if _ends(made):
                break
        return made

    def _statement(self, node: Node) -> list[Node]:
        self.left -= 1
        if self.left < 0:
            self.fits = False
        if not self.fits or isinstance(node, _CLOSED):
            return [copy.deepcopy(node)]
        if node in self.paths:
            return self._yield(node)
        if isinstance(node, gast.Return):
            return self._return(node)
        if isinstance(node, gast.If) and _yields(node):
            new = copy.copy(node)
            new.test = copy.deepcopy(node.test)
            new.body, new.orelse = self._block(node.body), self._block(node.orelse)
            return [new]
        if isinstance(node, _LOOPS) and _yields(node):
            return [*self._start(node), *self._turns(node)]
        if isinstance(node, gast.Try) and _yields(node):
            return self._guarded(node, self._block(node.body))
        new = copy.deepcopy(node)
        self._returns(new)
        return [new]

    def _guarded(self, node: Node, body: list[Node]) -> list[Node]:
        """What stands in a `try`, or the rest of it: its `finally` is not for a way out by a `yield`."""
        form = "try:\n    body\nfinally:\n    if not name:\n        after"
        return quote(form, at=node, body=body, name=self.paused, after=copy.deepcopy(node.finalbody)) if body else []

    def _pausing(self, node: Node) -> list[Node]:
        return quote("name = True", at=node, name=self.paused) if _guards(self.paths[node][1]) else []

    def _return(self, node: Node) -> list[Node]:
        value = [] if node.value is None else quote("name = value", at=node, name=self.answer, value=node.value)
        return copy.deepcopy([*value, *quote("return None", at=node)])

    def _returns(self, node: Node) -> None:
        """The same for those in a statement that does not yield."""
        for field in ("body", "orelse", "finalbody"):
            inner = getattr(node, field, None)
            if isinstance(inner, list):
                setattr(node, field, [new for n in inner for new in self._replaced(n)])
        for part in [*(getattr(node, "handlers", None) or ()), *(getattr(node, "cases", None) or ())]:
            part.body = [new for n in part.body for new in self._replaced(n)]

    def _replaced(self, node: Node) -> list[Node]:
        if isinstance(node, gast.Return):
            return self._return(node)
        if not isinstance(node, _CLOSED):
            self._returns(node)
        return [node]

    def _yield(self, node: Node) -> list[Node]:
        number, value = self.paths[node][0], _yielded(node)
        item = copy.deepcopy(value.value) or gast.copy_location(gast.Constant(None, None), node)
        where = gast.copy_location(gast.Constant(number, None), node)
        if isinstance(value, gast.Yield):
            got = self.ctx.fresh("item")
            return quote(
                "got = (item,)\nplace = where\npause\nreturn got",
                at=node, got=got, item=item, place=self.at, where=where, pause=self._pausing(node),
            )  # fmt: skip
        return [*self._start(node), *self._delegated(node)]

    def _delegated(self, node: Node) -> list[Node]:
        """`yield from` what is under way."""
        number, steps, got = self.paths[node][0], self.iterators[node], self.ctx.fresh("got")
        where = gast.copy_location(gast.Constant(number, None), node)
        made = quote(
            "got = _sct.forwarded(steps, sent)\nif got is not None:\n    place = where\n    pause\n    return got",
            at=node, got=got, steps=steps, sent=self.sent, place=self.at, where=where, pause=self._pausing(node),
        )  # fmt: skip
        if isinstance(node, gast.Assign):
            value = quote("name = _sct.delegated(steps)", at=node, name=got, steps=steps)
            made += [*value, *self._given(node, got)]
        return made

    def _given(self, node: Node, name: str) -> list[Node]:
        """The targets of a `yield` get what a variable holds."""
        value = gast.copy_location(gast.Name(name, gast.Load(), None, None), node)
        return [gast.copy_location(gast.Assign(copy.deepcopy(node.targets), value, None), node)]

    # -- loops -----------------------------------------------------------------------------------

    def _turns(self, node: Node) -> list[Node]:
        """The loop from the test, or the next item, on; one turn of it where that always comes to a `yield`."""
        body, orelse = self._block(node.body), self._block(node.orelse)
        once = _leaves(body)
        if isinstance(node, gast.While):
            test = copy.deepcopy(node.test)
            if once and is_endless(node):
                return body
            form = "if test:\n    body" if once else "while test:\n    body"
            (new,) = quote(form, at=node, test=test, body=body)
            new.orelse = orelse
            return [new]
        steps, target = self.iterators[node], copy.deepcopy(node.target)
        if not once:
            (new,) = quote("for target in steps:\n    body", at=node, target=target, steps=steps, body=body)
            new.orelse = orelse
            return [new]
        got = self.ctx.fresh("got")
        made = quote(
            "got = _sct.stepped(steps)\nif got is not None:\n    target = got[0]\n    body",
            at=node, got=got, steps=steps, target=target, body=body,
        )  # fmt: skip
        made[-1].orelse = orelse
        return made

    # -- from a yield on -------------------------------------------------------------------------

    def _after(self, node: Node, path: list[tuple[Node, Sequence[Node], int]]) -> list[Node]:
        if node is self.last:
            return self._to_tail()
        made: list[Node] = []
        if isinstance(_yielded(node), gast.YieldFrom):
            made = self._delegated(node)
        elif isinstance(node, gast.Assign):
            made = self._given(node, self.sent)
        inside = True  # whether what is around comes to its end
        for level, (outer, block, index) in enumerate(reversed(path)):
            if level:
                made, inside = self._left(outer, path[-level][1], made, inside)
            rest = block[index + 1 :]
            if inside and level == len(path) - 1 and self.last in rest:
                return [*made, *self._up_to(rest[: rest.index(self.last)])]
            if inside and not (outer is self.last and _leads_on(made, self.goes_on)):
                made += self._block(rest)
                inside = not _ends(made)
        return made

    def _left(
        self, outer: Node, block: Sequence[Node], made: list[Node], inside: bool
    ) -> tuple[list[Node], bool]:
        """What follows the rest of a block of `outer`, as far as that goes; whether its end may be reached."""
        if isinstance(outer, gast.Try):
            return self._guarded(outer, made) or copy.deepcopy(outer.finalbody), inside
        if not isinstance(outer, _LOOPS) or block is not outer.body:
            return made, inside
        jumps = [n for n in statements_of(made, closed=_LOOPS) if isinstance(n, gast.Break | gast.Continue)]
        if not jumps and outer is self.last:
            return [*made, *(self._to_tail() if inside else [])], inside
        if not jumps:
            again = self._turns(outer) if inside else []
            return [*made, *again], inside and not _ends(again)
        broken = self.ctx.fresh("broken")
        once = quote("while True:\n    body\n    break", at=outer, body=[*_jumping(made, broken)])
        start, rest = quote("broken = False", at=outer, broken=broken), self._turns(outer)
        test = quote("if not broken:\n    rest", at=outer, broken=broken, rest=rest)
        return [*start, *once, *test], True


def _is_guard(node: Node) -> bool:
    """Whether this is a `try` of which only the body yields, with nothing but a `finally` that leads nowhere else."""
    if not isinstance(node, gast.Try) or node.handlers or node.orelse or any(map(_yields, node.finalbody)):
        return False
    return not any(isinstance(n, gast.Return | gast.Break | gast.Continue) for n in statements_of(node.finalbody))


def _guards(path: Sequence[tuple[Node, Sequence[Node], int]]) -> list[Node]:
    """The `try` statements around, from the outer one on."""
    return [outer for outer, _, _ in path if isinstance(outer, gast.Try)]


def _leads_on(made: Sequence[Node], goes_on: str) -> bool:
    """Whether this comes to the tail."""
    last = made[-1] if made else None
    return isinstance(last, gast.Assign) and getattr(last.targets[0], "id", "") == goes_on


def _is_under_way(node: Node) -> bool:
    """Whether a statement has a loop that yields, or is a `yield from`."""
    return (isinstance(node, _LOOPS) and _yields(node)) or isinstance(_yielded(node), gast.YieldFrom)


def _jumping(body: Sequence[Node], broken: str) -> list[Node]:
    """The rest of a loop's body where it stands in one that goes round once."""
    made: list[Node] = []
    for node in body:
        if isinstance(node, gast.Break):
            made += [*quote("broken = True", at=node, broken=broken), node]
        elif isinstance(node, gast.Continue):
            made.append(gast.copy_location(gast.Break(), node))
        else:
            made.append(node)
            if isinstance(node, _CLOSED):
                continue
            fields = ("orelse",) if isinstance(node, _LOOPS) else ("body", "orelse", "finalbody")
            for field in fields:
                if isinstance(getattr(node, field, None), list):
                    setattr(node, field, _jumping(getattr(node, field), broken))
            for part in [*(getattr(node, "handlers", None) or ()), *(getattr(node, "cases", None) or ())]:
                part.body = _jumping(part.body, broken)
    return made


def _ends(body: Sequence[Node]) -> bool:
    """Whether control never comes to the end of `body`."""
    return terminates(body)


def _leaves(body: Sequence[Node]) -> bool:
    """Whether a loop with this body never goes round again, nor is broken off."""
    own = statements_of(body, closed=_LOOPS)
    return _ends(body) and not any(isinstance(n, gast.Break | gast.Continue) for n in own)


def _yielded(node: Node) -> Node:
    """The `yield` that a statement consists of, or None."""
    whole = isinstance(node, gast.Expr | gast.Assign) and isinstance(node.value, _YIELDS)
    return node.value if whole else None


def _yields(node: Node) -> bool:
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, _YIELDS):
            return True
        if current is node or not isinstance(current, _CLOSED):
            stack.extend(gast.iter_child_nodes(current))
    return False
