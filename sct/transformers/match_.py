"""`match` statements, as tests and assignments."""

from __future__ import annotations

import gast

from .base import CALLS, Node
from .quote import quote, quote_expr
from .scopes import OrderedPass

__all__ = ["Match"]

_Bindings = list[tuple[str, Node]]


class Match(OrderedPass):
    """`match` becomes `if`s; sequences, mappings and classes are taken apart by functions of `_sct`.

    Names are bound once the whole pattern fits and before the guard is tried, as CPython does it.

    >>> from sct.transformers.examples import becomes
    >>> print(becomes(Match, '''
    ... def f(x):
    ...     match x:
    ...         case 0 | 1:
    ...             return "small"
    ...         case [first, *rest]:
    ...             return rest
    ...         case other:
    ...             return other
    ... '''))
    def f(x):
        if x == 0 or x == 1:
            return 'small'
        elif (items := _sct.match_sequence(x, 1, True, 0, True)) is not None:
            first = items[0]
            rest = items[1]
            return rest
        else:
            other = x
            return other
    """

    acts_on = (gast.Match,)
    removes = (gast.Match,)
    makes = (
        *CALLS, gast.And, gast.BoolOp, gast.Compare, gast.Eq, gast.If, gast.Is, gast.IsNot, gast.NamedExpr, gast.Not,
        gast.Or, gast.Subscript, gast.UnaryOp,
    )  # fmt: skip

    def visit_Match(self, node: Node) -> list[Node]:
        self.generic_visit(node)
        subject, before = node.subject, []
        bound = {n for case in node.cases for n in _captured(case.pattern)}
        bound |= {n.target.id for case in node.cases if case.guard for n in gast.walk(case.guard) if _is_walrus(n)}
        if not isinstance(subject, gast.Name) or not self.is_stable(subject) or subject.id in bound:
            name = self.ctx.fresh("subject")
            before = quote("name = subject", at=node.subject, name=name, subject=subject)
            subject = quote_expr("name", at=node.subject, name=name)
        return before + self.cases(node.cases, subject, node)

    def cases(self, cases: list[Node], subject: Node, at: Node) -> list[Node]:
        """Return statements that try `cases` in order."""
        if not cases:
            return []
        case = cases[0]
        bindings: _Bindings = []
        test = self.test(case.pattern, subject, bindings)
        at = case.pattern
        binds = [s for n, v in bindings for s in quote("name = value", at=at, name=n, value=v)]
        if case.guard is None:
            body = binds + case.body
            if test is None:
                return list(body)
            rest = self.cases(cases[1:], subject, at)
            chosen = quote("if test:\n    body", at=at, test=test, body=body)
            chosen[0].orelse = rest
            return chosen
        rest = self.cases(cases[1:], subject, at)
        flag = self.ctx.fresh("matched")
        guarded = binds + quote(
            "if guard:\n    flag = True\n    body", at=case.guard, guard=case.guard, flag=flag, body=case.body
        )
        tried = quote("if test:\n    body", at=at, test=test, body=guarded) if test is not None else guarded
        result = quote("flag = False", at=at, flag=flag) + tried
        return result + (quote("if not flag:\n    rest", at=at, flag=flag, rest=rest) if rest else [])

    def test(self, pattern: Node, subject: Node, bindings: _Bindings) -> Node | None:
        """Return an expression that tells whether `pattern` fits, or None if it always does."""
        if isinstance(pattern, gast.MatchValue):
            return quote_expr("subject == value", at=pattern, subject=_again(subject), value=pattern.value)
        if isinstance(pattern, gast.MatchSingleton):
            value = gast.copy_location(gast.Constant(pattern.value, None), pattern)
            return quote_expr("subject is value", at=pattern, subject=_again(subject), value=value)
        if isinstance(pattern, gast.MatchAs):
            test = None if pattern.pattern is None else self.test(pattern.pattern, subject, bindings)
            if pattern.name is not None:
                bindings.append((pattern.name, _again(subject)))
            return test
        if isinstance(pattern, gast.MatchOr):
            return self.either(pattern, subject, bindings)
        if isinstance(pattern, gast.MatchSequence):
            return self.sequence(pattern, subject, bindings)
        if isinstance(pattern, gast.MatchMapping):
            return self.mapping(pattern, subject, bindings)
        return self.instance(pattern, subject, bindings)

    def either(self, pattern: Node, subject: Node, bindings: _Bindings) -> Node | None:
        """Alternatives bind the same names, so each alternative hands over its values."""
        names = sorted(_captured(pattern.patterns[0]))
        handed = {name: self.ctx.fresh(name) for name in names}
        tests: list[Node] = []
        for alternative in pattern.patterns:
            own: _Bindings = []
            test = self.test(alternative, subject, own)
            parts = [] if test is None else [test]
            parts += [quote_expr("(name := value, True)[1]", at=alternative, name=handed[n], value=v) for n, v in own]
            if not parts:  # a wildcard: always fits
                tests.append(quote_expr("True", at=alternative))
            else:
                tests.append(_all(parts, alternative))
        bindings += [(name, quote_expr("name", at=pattern, name=handed[name])) for name in names]
        return gast.copy_location(gast.BoolOp(gast.Or(), tests), tests[0])

    def sequence(self, pattern: Node, subject: Node, bindings: _Bindings) -> Node:
        """Items come as a tuple; a star's as a list in its place."""
        patterns = pattern.patterns
        star = next((i for i, p in enumerate(patterns) if isinstance(p, gast.MatchStar)), None)
        named = star is not None and patterns[star].name is not None
        wild = all(isinstance(p, gast.MatchStar | gast.MatchAs) and p.name is None for p in patterns) and not any(
            getattr(p, "pattern", None) is not None for p in patterns
        )
        before = len(patterns) if star is None else star
        after = 0 if star is None else len(patterns) - star - 1
        take = "None" if wild else str(named or star is None)
        shape = f"{before}, {star is not None}, {after}, {take}"
        name = self.ctx.fresh("items")
        parts = [
            quote_expr(
                f"(name := _sct.match_sequence(subject, {shape})) is not None",
                at=pattern,
                name=name,
                subject=_again(subject),
            )
        ]
        if not wild:
            for index, inner in enumerate(patterns):
                item = quote_expr(f"name[{index}]", at=inner, name=name)
                if isinstance(inner, gast.MatchStar):
                    if inner.name is not None:
                        bindings.append((inner.name, item))
                elif (test := self.test(inner, item, bindings)) is not None:
                    parts.append(test)
        return _all(parts, pattern)

    def mapping(self, pattern: Node, subject: Node, bindings: _Bindings) -> Node:
        """Values come as a tuple, followed by the dict of the rest."""
        name = self.ctx.fresh("values")
        rest, size = pattern.rest is not None, len(pattern.keys)
        parts = [
            quote_expr(
                f"(name := _sct.match_mapping(subject, {size}, lambda: (*keys,), {rest})) is not None",
                at=pattern,
                name=name,
                subject=_again(subject),
                keys=pattern.keys,
            )
        ]
        parts += self.each(pattern.patterns, name, bindings)
        if rest:
            bindings.append((pattern.rest, quote_expr(f"name[{size}]", at=pattern, name=name)))
        return _all(parts, pattern)

    def instance(self, pattern: Node, subject: Node, bindings: _Bindings) -> Node:
        """Positional and named attributes come as one tuple."""
        name = self.ctx.fresh("attributes")
        parts = [
            quote_expr(
                "(name := _sct.match_class(subject, cls, count, names)) is not None",
                at=pattern,
                name=name,
                subject=_again(subject),
                cls=pattern.cls,
                count=gast.copy_location(gast.Constant(len(pattern.patterns), None), pattern),
                names=quote_expr(repr(tuple(pattern.kwd_attrs)), at=pattern),
            )
        ]
        parts += self.each([*pattern.patterns, *pattern.kwd_patterns], name, bindings)
        return _all(parts, pattern)

    def each(self, patterns: list[Node], name: str, bindings: _Bindings) -> list[Node]:
        """Return the tests of `patterns` on the items of the tuple `name`."""
        tests = [
            self.test(inner, quote_expr(f"name[{index}]", at=inner, name=name), bindings)
            for index, inner in enumerate(patterns)
        ]
        return [test for test in tests if test is not None]


def _all(parts: list[Node], at: Node) -> Node:
    return parts[0] if len(parts) == 1 else gast.copy_location(gast.BoolOp(gast.And(), parts), at)


def _again(subject: Node) -> Node:
    """Return a copy of the expression that stands for the subject; evaluating it has no effect."""
    return (
        quote_expr("subject", at=subject, subject=subject)
        if isinstance(subject, gast.Name)
        else (quote_expr("name[index]", at=subject, name=subject.value.id, index=subject.slice))
    )


def _is_walrus(node: Node) -> bool:
    return isinstance(node, gast.NamedExpr)


def _captured(pattern: Node) -> set[str]:
    names: set[str] = set()
    for node in gast.walk(pattern):
        if isinstance(node, gast.MatchAs | gast.MatchStar) and node.name:
            names.add(node.name)
        elif isinstance(node, gast.MatchMapping) and node.rest:
            names.add(node.rest)
    return names
