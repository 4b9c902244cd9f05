"""The cached, runnable part of a static function: one Program, compiled, with its guards around it.

A `PartialProgramLayer` is made once from a finished trace; this is where its code is generated.
"""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from sct import backends, passes
from sct.errors import AliasError, SymbolicRecursionError
from sct.ir.core import Op, Program
from sct.ir.effects import GIVING, is_replayable
from sct.ir.types import ARRAY, Dim
from sct.ir.verify import verify
from sct.loops.known.liveness import Liveness
from sct.loops.memory.ownership import Ownership
from sct.ops import registry
from sct.ops.infer import op_may_raise
from sct.runtime import trace as tracing
from sct.runtime.arrays.storage import one_look
from sct.runtime.callers import buffers_beside
from sct.runtime.callers.callables import relations
from sct.runtime.callers.class_forms import guard_forms
from sct.runtime.callers.overlaps import Overlap
from sct.runtime.callers.sources import Constants, ItemSource, Source
from sct.runtime.exits.exits import Exit
from sct.runtime.exits.told_apart import check_told
from sct.runtime.layers.item_guards import conditions as guarded
from sct.runtime.layers.layer import ALWAYS, GIVEN, ONCE, READ_ONLY, SHARED, Layer, is_spread
from sct.runtime.numpy_functions.error_states import left_behind, watching

__all__ = ["PartialProgramLayer"]


class PartialProgramLayer(Layer):
    """A layer that has just been traced."""

    def __init__(self, trace: tracing.Trace, result: Any, signature: inspect.Signature, backend: str) -> None:
        constants = Constants()
        exit_ = Exit(trace, constants)
        with one_look(trace):
            exit_.finish(result)
            check_told(trace, exit_.arrays())
        raw = trace.root.program(
            exit_.outputs, inputs=len(trace.root.args), name=trace.name, mutated=tuple(exit_.whole()),
            metadata=exit_.slots.metadata(),
        )  # fmt: skip
        verify(raw)
        self.program: Program = raw if trace.complaints.strict else passes.optimize(raw)  # what nothing uses may warn
        guard_forms(trace.guards, trace.made)
        self.guards = trace.guards
        self.draws = any(registry.get(op.name).family == "random" for op in self.program.body.walk())
        self.remembers = self.draws and (trace.complaints.strict or _may_raise_somewhere(self.program))
        self.replayable = is_replayable(self.program) and (self.remembers or not self.draws)
        if trace.plain_raises and not self.replayable:
            raise trace.plain_raises[0]
        self.may_be_caught = bool(trace.plain_raises or trace.complaints.modes)
        self.recurses = any(isinstance(refusal, SymbolicRecursionError) for refusal in trace.plain_raises)
        self.symbolic = trace.symbolic
        self.dims = dict(trace.dims)
        self.backend = backend
        self.prints = any(op.name in GIVING for op in self.program.body.walk())
        self.executable = backends.get(backend).compile(self.program)
        self.source = self._generate(trace, exit_, constants, signature, raw)
        self.constants = dict(constants.names)
        self._compile(watching(trace, self.executable.run, silent=backend == "native"))

    # -- code ------------------------------------------------------------------------------------

    def _generate(
        self, trace: tracing.Trace, exit_: Exit, constants: Constants, signature: inspect.Signature, raw: Program
    ) -> str:
        conditions = guarded(trace.guards, constants)
        conditions += self._relations(trace, exit_, constants)
        parameters = _parameters(signature, constants)
        check = ["    try:", "        return bool(", *_joined(conditions or ["True"]), "        )"]
        lines = [f"def applies{parameters}:", *check, "    except Exception:", "        return False", ""]
        lines += [f"def call{parameters}:"]
        if conditions:
            lines += ["    try:", "        if not (", *_joined(conditions), "        ):", "            return __s_MISS"]
            lines += ["    except Exception:", "        return __s_MISS"]
        lines += [f"    __s_i{k} = {source.expr(constants)}" for k, (source, _, _) in enumerate(trace.inputs)]
        inputs = ", ".join(f"__s_i{k}" for k in range(len(trace.inputs)))
        run = f"__s_run({inputs})"
        if self.draws:
            drawn = "".join(f"{source.expr(constants)}, " for source in trace.callers.random_sources)
            lines.append(f"    __s_generators = __s_Generators(({drawn}), {self.remembers})")
            run = f"__s_run(__s_generators, {inputs})"
        written = {j: k for k, j in exit_.whole() if k in getattr(self.executable, "written", ())}
        copies = _outputs_to_copy(raw, self.executable, dict(exit_.mutated), written)
        given = f"({inputs},)" if any(when >= GIVEN for _, when in copies) else "()"
        lines.append(f"    __s_o = __s_own({run}, {copies}, {given})" if copies else f"    __s_o = {run}")
        one = tuple((j, k) for j, k in exit_.apart if k in self.executable.output_aliases[j].outputs)
        lines += [f"    __s_o = __s_parted(__s_o, {one})"] if one else []
        lines += [f"    {line}" for line in exit_.lines]
        left = [(f, k) for f, k in ((np.set_printoptions, trace.output.options), (np.seterr, left_behind(trace))) if k]
        after = [f"{constants.name(f)}(**{constants.name(options)})" for f, options in left]
        after += exit_.late()
        lines += [f"    __s_result = {exit_.result}", *(f"    {line}" for line in after)] if after else []
        lines.append(f"    return {'__s_result' if after else exit_.result}")
        return "\n".join(lines) + "\n"

    def _relations(self, trace: tracing.Trace, exit_: Exit, constants: Constants) -> list[str]:
        """Conditions between inputs: which are one array, which must not overlap, which extents are equal."""
        conditions = [f"{a.expr(constants)} is {b.expr(constants)}" for a, b in trace.callers.same_arrays]
        objects = ", ".join(_together(trace.callers.instances, constants))
        if len(trace.callers.instances) > 1:
            conditions.append(f"__s_distinct({objects})")
        conditions += relations(trace, constants)
        arrays = [(source, array) for source, _, array in trace.inputs if isinstance(array, np.ndarray)]
        for k, _ in exit_.mutated:
            source, _, array = trace.inputs[k]
            if trace.members.written_through(k) is None:  # else each of them is guarded
                conditions.append(f"{source.expr(constants)}.flags.writeable")
                _check_spread(source, array, trace.where)
                conditions.append(f"__s_spread({source.expr(constants)})")
            for other, there in arrays:
                if there is array:
                    continue
                if np.may_share_memory(array, there):
                    refusal = AliasError(
                        f"{source.describe()} is written to and overlaps {other.describe()}",
                        where=trace.where,
                        why="two different views of the same memory were passed",
                    )
                    raise Overlap(refusal, [array, there])
                conditions.append(f"not __s_may_share_memory({source.expr(constants)}, {other.expr(constants)})")
        for k, j in trace.callers.kept_apart:
            (source, _, array), (other, _, there) = trace.inputs[k], trace.inputs[j]
            if np.may_share_memory(array, there):
                refusal = AliasError(f"{source.describe()} overlaps {other.describe()}", where=trace.where)
                raise Overlap(refusal, [array, there])
            conditions.append(f"not __s_may_share_memory({source.expr(constants)}, {other.expr(constants)})")
        conditions += buffers_beside.conditions(trace, [k for k, _ in exit_.mutated], constants)
        return conditions + _equal_extents(trace, constants)


def _together(instances: list[tuple[Any, Source]], constants: Constants) -> list[str]:
    """Expressions for the objects at these places, one for those that are items of a list, one after the other."""
    lists = {id(source) for value, source in instances if type(value) is list}
    sources = [source for _, source in instances]
    found: list[str] = []
    while sources:
        first, count = sources[0], 1
        while isinstance(first, ItemSource) and id(first.parent) in lists and _is_next(first, sources, count):
            count += 1
        if count > 1 and isinstance(first, ItemSource):
            found.append(f"*{first.parent.expr(constants)}[{first.key}:{first.key + count}]")
        else:
            found.append(first.expr(constants))
        sources = sources[count:]
    return found


def _is_next(first: ItemSource, sources: list[Source], count: int) -> bool:
    other = sources[count] if count < len(sources) else None
    return isinstance(other, ItemSource) and other.parent is first.parent and bool(other.key == first.key + count)


def _check_spread(source: Source, array: Any, where: Any) -> None:
    if not is_spread(array):
        raise AliasError(
            f"{source.describe()} is written to, and some of its elements share memory",
            where=where,
            why="a write to one of them would have to be seen in the others",
            fix="pass a copy, or the array that it is a view of",
        )


def _outputs_to_copy(
    raw: Program, executable: Any, mutated: dict[int, int], written: dict[int, int]
) -> tuple[tuple[int, int], ...]:
    """The outputs that share memory where the user's function would have made arrays of their own.

    Each comes with when it does: only if it is a constant of the program (read-only), always, or because it may
    be an input that is written back. Of those that are one array all become one copy, and views of one constant
    become views of one copy. `mutated` are the inputs
    that are written back, and the outputs that they become; `written` has those outputs that are those inputs already.

    Sharing that the recorded program has (a branch that answers an argument itself) is Python's own; what
    optimisation adds, and what would show a later write-back or a constant, is not.
    """
    recorded = Ownership(raw, Liveness(raw)).aliases
    copies = []
    for j, (value, now, then) in enumerate(zip(raw.outputs, executable.output_aliases, recorded, strict=True)):
        if value.spec.kind != ARRAY or j in written:
            continue
        inputs = set(now.inputs) - {written[other] for other in then.outputs if other in written}
        added = inputs - set(then.inputs) or set(now.outputs) - set(then.outputs)
        back = bool(mutated.keys() & inputs)
        if added and j not in mutated.values():
            copies.append((j, ALWAYS))
        elif added or back:
            copies.append((j, ONCE))
        elif now.constant:
            together = any(executable.output_aliases[k].constant for k in now.outputs)
            copies.append((j, (SHARED if together else READ_ONLY) + GIVEN * bool(then.inputs)))
    return tuple(copies)


def _may_raise_somewhere(program: Program) -> bool:
    """Whether a program that draws may raise."""
    from sct.runtime.randomness.sure_draws import draws_surely, known_numbers_of

    known = known_numbers_of(program)
    return any(_may_raise(op) and not draws_surely(op, known) for op in program.body.walk())


def _may_raise(op: Op) -> bool:
    """Whether an op may raise, also because extents that are known at run time only do not fit."""
    if len(op.args) > 1 and not all(arg.spec.static for arg in op.args):
        return True
    return not op.blocks and op_may_raise(op)


def _equal_extents(trace: tracing.Trace, constants: Constants) -> list[str]:
    first: dict[Dim, str] = {}
    conditions = []
    for source, storage, _ in trace.inputs:
        for axis, extent in enumerate(trace.root.args[storage.external].spec.shape):
            if isinstance(extent, Dim):
                here = source.extent(constants, axis)
                if extent in first:
                    conditions.append(f"{here} == {first[extent]}")
                else:
                    first[extent] = here
    return conditions


def _joined(conditions: list[str]) -> list[str]:
    unique = list(dict.fromkeys(conditions))
    return [f"            {'and ' if i else ''}({condition})" for i, condition in enumerate(unique)]


def _parameters(signature: inspect.Signature, constants: Constants) -> str:
    """The user's parameter list; defaults are the very objects of the definition."""
    parts: list[str] = []
    kinds = [p.kind for p in signature.parameters.values()]
    for i, p in enumerate(signature.parameters.values()):
        if p.kind is p.KEYWORD_ONLY and p.VAR_POSITIONAL not in kinds and p.KEYWORD_ONLY not in kinds[:i]:
            parts.append("*")
        star = "*" if p.kind is p.VAR_POSITIONAL else "**" if p.kind is p.VAR_KEYWORD else ""
        default = "" if p.default is p.empty else f"={constants.name(p.default)}"
        parts.append(f"{star}{p.name}{default}")
        if p.kind is p.POSITIONAL_ONLY and (i + 1 == len(kinds) or kinds[i + 1] is not p.POSITIONAL_ONLY):
            parts.append("/")
    return f"({', '.join(parts)})"
