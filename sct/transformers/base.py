"""What a pass is, what it may ask, and the runner that checks what it promised."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn, TypeAlias

import gast

from ..errors import ContractError, Location, UnsupportedSyntaxError
from .parts import CHILDREN, PART_NAMES, children
from .walks import FUNCTIONS, OPENING, OPERATING, Chain, StoredPart, identifiers, node_types, operators, own_nodes

__all__ = [
    "CALLS",
    "FUNCTIONS",
    "Chain",
    "Node",
    "Pass",
    "PassContext",
    "StoredPart",
    "children",
    "converted",
    "identifiers",
    "is_converted",
    "keep",
    "own_nodes",
    "run_passes",
]

Node: TypeAlias = Any
"""A gast node; gast has no types of its own."""


CALLS = (
    gast.Assign, gast.Attribute, gast.Call, gast.Constant, gast.Del, gast.Delete, gast.Expr, gast.Lambda, gast.Load,
    gast.Name, gast.Param, gast.Pass, gast.Starred, gast.Store, gast.Tuple, gast.arguments, gast.keyword,
)  # fmt: skip
"""What code that passes make mostly consists of."""

_EXPRESSIONS = frozenset(kind for kind in vars(gast).values() if isinstance(kind, type) and issubclass(kind, gast.expr))

_YIELDING = {gast.Yield, gast.YieldFrom}


@dataclass
class PassContext:
    """What the passes know about the function they rewrite.

    >>> ctx = PassContext(filename="model.py", function="step")
    >>> ctx.reserve(["flag"])
    >>> ctx.fresh("flag"), ctx.fresh("flag"), ctx.fresh("value")
    ('flag_1', 'flag_2', 'value')
    """

    filename: str = "<unknown>"
    function: str = ""
    class_name: str | None = None
    """The innermost class around the function's source: private names are mangled with it."""
    free_names: frozenset[str] = frozenset()
    """The function's closure variables."""
    temporaries: set[str] = field(default_factory=set)
    """Generated names that are written and read in one statement list only: never part of any state."""
    answers: set[str] = field(default_factory=set)
    """Generated names that hold what the function is going to return: no code of the user's runs once it is known."""
    answered: set[str] = field(default_factory=set)
    """Generated flags that say whether it is known."""
    counts: dict[str, int] = field(default_factory=dict)
    """For each hint, the last number that was tried: names are never given back."""
    scopes: dict[Node, Any] = field(default_factory=dict)
    """The names of functions, as the first pass that asked found them: what the user's names mean stays."""
    knows_unsure: bool = False
    """Whether reads of names that may have no value are marked, in the tree as it is now."""
    used: set[str] = field(default_factory=lambda: set(dir(builtins)) | {"_sct", "_reads", "__class__"})

    def reserve(self, names: Iterable[str]) -> None:
        """Never make one of `names`."""
        self.used.update(names)

    def fresh(self, hint: str) -> str:
        """Return `hint`, or `hint_1`, `hint_2`, …: the first that no one uses yet."""
        name, count = hint, self.counts.get(hint, 0)
        while name in self.used:
            count += 1
            name = f"{hint}_{count}"
        self.counts[hint] = count
        self.used.add(name)
        return name

    def temporary(self, hint: str) -> str:
        """Return a fresh name that lives within one statement list."""
        name = self.fresh(hint)
        self.temporaries.add(name)
        return name

    def location(self, node: Node) -> Location:
        """Where `node` is in the user's source."""
        return Location(
            self.filename,
            getattr(node, "lineno", 1),
            getattr(node, "col_offset", 0),
            getattr(node, "end_lineno", None),
            getattr(node, "end_col_offset", None),
            self.function,
        )

    def refuse(self, node: Node, what: str, *, why: str = "", fix: str = "") -> NoReturn:
        """Raise an `UnsupportedSyntaxError` that shows `node`."""
        raise UnsupportedSyntaxError(what, where=self.location(node), why=why, fix=fix)


class Pass(gast.NodeTransformer):  # type: ignore[misc]
    """One rewrite of the tree. Subclasses define `visit_*` methods and declare facts that the runner checks.

    What is left as it is: annotations, bodies of nested classes, nested generators and `async` functions;
    the parts of them that the enclosing function evaluates (decorators, defaults, bases) are visited.
    """

    name: ClassVar[str] = "Pass"
    """What the pass is called in listings and in `requires`: the class's name, if nothing else is said."""
    doc: ClassVar[str] = ""
    """What it does: the class's docstring, if nothing else is said."""
    acts_on: ClassVar[tuple[type, ...]] = ()
    """Node types without which the pass has nothing to do; empty: it always runs."""
    removes: ClassVar[tuple[type, ...]] = ()
    """Node types of which none may be left (a node marked with `keep` excepted)."""
    makes: ClassVar[tuple[type, ...] | None] = None
    """Node types that may be there after it and were not before; None: any, so the runner looks. Not inherited."""
    requires: ClassVar[tuple[str, ...]] = ()
    """Names of passes that must have been run before."""
    statements_only: ClassVar[bool] = False
    """Whether the pass leaves expressions as they are, and need not look into them. Not inherited."""
    _unvisited: ClassVar[frozenset[type]] = frozenset()
    """Leaves that the pass leaves as they are, as most do."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        own = vars(cls)
        cls.name = own.get("name", cls.__name__)
        cls.doc = own.get("doc", cls.__doc__ or "")
        cls.makes = own.get("makes")
        cls.statements_only = own.get("statements_only", False)
        kinds = (gast.Name, gast.Constant) if cls.visit is Pass.visit else ()
        cls._unvisited = frozenset(
            k for k in kinds if getattr(cls, f"visit_{k.__name__}") is getattr(Pass, f"visit_{k.__name__}")
        )
        if cls.statements_only:
            cls._unvisited |= _EXPRESSIONS

    def __init__(self, ctx: PassContext) -> None:
        self.ctx = ctx
        self.scopes: list[Node] = []

        self._methods: dict[type, Callable[[Node], Node]] = {}
        self._directly = self._methods if type(self).visit is Pass.visit else {}

    def run(self, tree: Node) -> Node:
        """Rewrite the whole tree."""
        return self.visit(tree)

    def visit(self, node: Node) -> Node:
        """Call `visit_KIND` or, where there is none, `generic_visit`."""
        kind = type(node)
        method = self._methods.get(kind)
        if method is None:
            method = getattr(self, f"visit_{kind.__name__}", self.generic_visit)
            method = self._methods[kind] = _left if kind in self._unvisited else method
        return method(node)

    def generic_visit(self, node: Node) -> Node:
        known = node.__dict__
        unvisited, directly = self._unvisited, self._directly
        for name in PART_NAMES[type(node)]:
            value = known.get(name)
            kind = type(value)
            if value is None or kind in unvisited:
                continue
            if kind is list:
                if value:
                    known[name] = self.visit_list(value)
            elif kind in directly:
                known[name] = directly[kind](value)
            elif isinstance(value, gast.AST) and value._fields:
                known[name] = self.visit(value)
        return node

    def visit_list(self, nodes: Sequence[Node]) -> list[Node]:
        """Visit each node; a statement may become several, or none (an empty body becomes `pass`)."""
        result: list[Node] = []
        unvisited, directly = self._unvisited, self._directly
        for node in nodes:
            kind = type(node)
            if kind in unvisited or not isinstance(node, gast.AST):
                result.append(node)
                continue
            new = directly[kind](node) if kind in directly else self.visit(node)
            if type(new) is list:
                result.extend(new)
            elif new is not None:
                result.append(new)
        return result

    def visit_Name(self, node: Node) -> Node:
        return node

    def visit_Constant(self, node: Node) -> Node:
        return node

    def visit_FunctionDef(self, node: Node) -> Node:
        node.decorator_list = [self.visit_decorator(d) for d in node.decorator_list]
        self._visit_defaults(node)
        if is_converted(node):
            self.scopes.append(node)
            node.body = self.visit_function_body(node)
            self.scopes.pop()
        return node

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: Node) -> Node:
        self._visit_defaults(node)
        if is_converted(node):
            self.scopes.append(node)
            node.body = self.visit(node.body)
            self.scopes.pop()
        return node

    def visit_ClassDef(self, node: Node) -> Node:
        node.decorator_list = [self.visit_decorator(d) for d in node.decorator_list]
        node.bases = self.visit_list(node.bases)
        node.keywords = self.visit_list(node.keywords)
        return node

    def visit_decorator(self, node: Node) -> Node:
        """Visit one decorator expression, evaluated by the enclosing function."""
        return self.visit(node)

    def visit_function_body(self, node: Node) -> list[Node]:
        """Return the new body of a function that is converted; `self.scopes[-1]` is that function."""
        return self.visit_list(node.body)

    def visit_AnnAssign(self, node: Node) -> Node:
        node.target = self.visit(node.target)
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def _visit_defaults(self, node: Node) -> None:
        arguments = node.args
        arguments.defaults = self.visit_list(arguments.defaults)
        arguments.kw_defaults = [d and self.visit(d) for d in arguments.kw_defaults]


def _left(node: Node) -> Node:
    return node


def is_converted(function: Node) -> bool:
    """Whether the body of a function is rewritten: not if it is a generator, a coroutine or a class body."""
    if isinstance(function, gast.AsyncFunctionDef | gast.ClassDef):
        return False
    known: bool | None = getattr(function, "_sct_converted", None)
    if known is None:
        known = _YIELDING.isdisjoint(map(type, own_nodes(function)))
        function._sct_converted = known
    return known


def converted(tree: Node) -> Iterator[Node]:
    """The nodes that passes rewrite: all but annotations, class bodies, generators and coroutines."""
    stack = [tree]
    while stack:
        node = stack.pop()
        yield node
        kind = type(node)
        if kind in OPENING:
            stack += _outer_parts(node)
            if is_converted(node):
                stack += node.body if isinstance(node.body, list) else [node.body]
        elif kind is gast.AnnAssign:
            stack += [n for n in (node.target, node.value) if n is not None]
        else:
            stack += CHILDREN[kind](node)
            if kind in OPERATING:
                yield from operators(node)


def _outer_parts(node: Node) -> list[Node]:
    parts: list[Node] = list(getattr(node, "decorator_list", ()))
    if isinstance(node, gast.ClassDef):
        return [*parts, *node.bases, *node.keywords]
    return [*parts, *node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)]


def keep(node: Node) -> Node:
    """Mark a node that its pass leaves on purpose: plain Python's meaning is the only right one for it."""
    node._sct_keep = True
    return node


def run_passes(
    tree: Node,
    ctx: PassContext,
    passes: Iterable[type[Pass]],
    observe: Callable[[str, Node], None] | None = None,
) -> Node:
    """Run `passes` over `tree` in order and check what they declare.

    Parameters
    ----------
    tree
        A module (or a function) of gast nodes, changed in place.
    ctx
        Knows the function; its names are reserved first, so that no generated name can clash.
    passes
        The pass classes in order.
    observe
        Called with the name of each pass and the tree after it.

    Raises
    ------
    ContractError, UnsupportedSyntaxError
        A pass left what it removes, or stands before one that it requires; a construct cannot be converted.
    """
    ctx.reserve(identifiers(tree))
    ctx.reserve(ctx.free_names)
    present = node_types(tree)
    stale = False  # what is absent from `present` may be there by now
    unchecked: list[type[Pass]] = []  # which said that they remove something
    done: list[str] = []
    for cls in passes:
        missing = [name for name in cls.requires if name not in done]
        if missing:
            raise ContractError(
                f"pass {cls.name} requires {', '.join(missing)} before it",
                why=f"The passes before it are: {', '.join(done) or 'none'}.",
                fix="Put the passes into the order of sct.transformers.PIPELINE.",
            )
        if unchecked and (cls.makes is None or any(not set(cls.makes).isdisjoint(c.removes) for c in unchecked)):
            _check_removed(unchecked, tree, ctx)
            unchecked = []
        if stale and cls.acts_on and present.isdisjoint(cls.acts_on):
            present, stale = node_types(tree), False
        if not cls.acts_on or not present.isdisjoint(cls.acts_on):
            tree = cls(ctx).run(tree)
            unchecked += [cls] if cls.removes else []
            if cls.makes is None:
                stale, ctx.scopes, ctx.knows_unsure = True, {}, False
            present.update(cls.makes or ())
        done.append(cls.name)
        if observe is not None:
            observe(cls.name, tree)
    _check_removed(unchecked, tree, ctx)
    return tree


def _check_removed(passes: Sequence[type[Pass]], tree: Node, ctx: PassContext) -> None:
    """Several at once: none of them makes what one before it removes."""
    removed = {kind: cls for cls in reversed(passes) for kind in cls.removes}
    if not removed or node_types(tree).isdisjoint(removed):
        return
    for node in converted(tree):
        cls = removed.get(type(node))
        if cls is not None and not getattr(node, "_sct_keep", False):
            raise ContractError(
                f"pass {cls.name} left a {type(node).__name__} behind",
                where=ctx.location(node),
                why=f"It declares that it removes {', '.join(t.__name__ for t in cls.removes)}.",
            )
