"""Passes over the user's syntax tree. They know Python, not arrays, and emit names of `_sct`."""

from __future__ import annotations

import ast

from sct.parsing import nodes_in

from .annotations import AnnotatedAssignment
from .assert_ import Assert
from .augmented import AugmentedAssignment
from .base import Pass, PassContext, run_passes
from .break_continue import BreakContinue
from .call import Call
from .cast import Cast
from .comparison import ChainedComparison
from .comprehension import ComprehensionNames
from .constant_sets import ConstantSets
from .fence import Fence
from .finally_ import FinallyJump
from .fstring import FString
from .generators import GeneratorFence, Generators
from .handlers import Handlers
from .identity import Identity
from .ifelse import IfElse
from .logical import Logical
from .loop import Loop
from .machines import Machines
from .manager_form import ManagerForm
from .mangle import Mangle
from .match_ import Match
from .mutation import Mutation
from .names import Unbound
from .print_ import Print
from .quote import quote, quote_expr
from .return_ import Return
from .stacks import Stacks
from .step_form import IndexForm, StepForm
from .super_call import SuperCall
from .targets import Targets
from .ternary import Ternary
from .try_ import Try
from .unreachable import Unreachable
from .walrus import Walrus

__all__ = [
    "PIPELINE",
    "Generators",
    "Machines",
    "Pass",
    "PassContext",
    "Stacks",
    "has_generators",
    "leaving",
    "quote",
    "quote_expr",
    "run_passes",
    "splitting_generators",
    "stacking",
    "stepping",
]

PIPELINE: tuple[type[Pass], ...] = (
    Fence,  # first: refuse while the tree is still what the user wrote
    ConstantSets,  # while sets stand where the user wrote them
    Mangle,  # before names are copied into strings: the code leaves its class
    SuperCall,  # before the code moves into local functions, where super() finds no class
    AnnotatedAssignment,  # leaves plain assignments
    Match,  # leaves ifs, loops' neighbours and walruses to the passes below
    AugmentedAssignment,  # leaves plain assignments, also to attributes and items
    Targets,  # one attribute or item per assignment, for Walrus and Mutation
    Walrus,  # before Return: it splits statements, also `return a and (b := c)`
    ChainedComparison,  # leaves `and` to Logical, single comparisons to Identity
    FinallyJump,  # before Return: afterwards no finally clause jumps
    Unreachable,  # before flags are made for jumps
    Return,  # leaves breaks in loops
    BreakContinue,  # leaves flags, `not` and `and` to Logical
    Logical,  # once nothing makes `and`, `or`, `not` any more
    Ternary,  # like Logical
    Identity,  # once chains are split
    Assert,  # its message becomes a lambda
    FString,  # before Call: its pieces hold calls
    Print,  # before Call: knows its callee
    Cast,  # before Call: knows its callees
    Call,  # what is left that is called
    Mutation,  # after all that makes assignments
    Try,  # once jumps are gone, only exceptions leave a try
    ComprehensionNames,  # while names are only the user's to read, before Unbound looks at them
    Unbound,  # on the final statements, before they move into functions
    Loop,  # its body may hold ifs
    Handlers,  # their clauses may hold ifs and loops
    IfElse,  # last: what is left of control flow
)


_DISPLAYS = {ast.ListComp, ast.SetComp, ast.DictComp}
_IN_LOOPS = {ast.NamedExpr, ast.Lambda}  # which a comprehension cannot have that the program goes through
_GENERATING = {ast.Yield, ast.YieldFrom, ast.GeneratorExp}


def splitting_generators(passes: tuple[type[Pass], ...], *, machines: bool = False) -> tuple[type[Pass], ...]:
    """The passes for tracing a function that is a generator, or has one in it; with `machines`, also as those."""
    rest = tuple(p for p in passes if p is not Fence)
    return (*((GeneratorFence,) if Fence in passes else ()), Machines if machines else Generators, *rest)


def stacking(passes: tuple[type[Pass], ...]) -> tuple[type[Pass], ...]:
    """The passes for tracing functions that call themselves as often as the run says."""
    fences = sum(issubclass(p, Fence) for p in passes[:1])
    return (*passes[:fences], Stacks, *passes[fences:])


def stepping(passes: tuple[type[Pass], ...], *, by_index: bool = False) -> tuple[type[Pass], ...]:
    """The passes for tracing a `__next__`, or a `__getitem__` that is asked `by_index`."""
    split = splitting_generators(passes)
    return (*split[:1], IndexForm if by_index else StepForm, *split[1:])


def leaving(passes: tuple[type[Pass], ...]) -> tuple[type[Pass], ...]:
    """The passes for tracing the generator of a context manager that may be left in two ways."""
    return (ManagerForm, *splitting_generators(passes))


def has_generators(function: ast.AST) -> bool:
    """Whether a function, as Python parses it, is a generator or has one in it.

    So are comprehensions treated that bind names, or make functions.
    """
    kinds = set(map(type, nodes_in(function)))
    if not kinds.isdisjoint(_GENERATING):
        return True
    if kinds.isdisjoint(_IN_LOOPS) or kinds.isdisjoint(_DISPLAYS):
        return False
    inner = (map(type, nodes_in(n)) for n in nodes_in(function) if type(n) in _DISPLAYS)
    return any(not _IN_LOOPS.isdisjoint(kinds) for kinds in inner)
