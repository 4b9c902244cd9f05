"""A Program as the text of a picture: DOT for Graphviz, or mermaid for Markdown pages.

Each op is a node, each value an edge labelled with its Spec, each block of a control op a cluster.
Effects are joined by dashed lines, in their order. No drawing program is needed to write the text.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sct.errors import ProgramTextError
from sct.ir.attr_text import attr_text
from sct.ir.core import Block, Op, Program, Value

__all__ = ["to_dot", "to_mermaid"]

_LONGEST = 40  # characters of an attribute in a label


@dataclass
class _Cluster:
    """A block: its own nodes, and the clusters inside."""

    name: str
    title: str
    nodes: list[tuple[str, str, str]] = field(default_factory=list)  # name, label, shape
    inner: list[_Cluster] = field(default_factory=list)


@dataclass
class _Graph:
    """What both forms are printed from."""

    root: _Cluster
    edges: list[tuple[str, str, str]] = field(default_factory=list)
    order: list[tuple[str, str]] = field(default_factory=list)  # effects: first this, then that


def to_dot(program: Program) -> str:
    """The text of a Graphviz digraph.

    >>> from sct.ir.parse import parse_program
    >>> print(to_dot(parse_program('''program f(%0: float64[3]) {
    ...   %1: float64[3] = sin(%0)
    ...   return %1
    ... }
    ... ''')), end="")
    digraph "f" {
      node [shape=box, fontname="monospace"];
      edge [fontname="monospace", fontsize=10];
      n0 [label="input 0", shape=oval];
      n1 [label="sin", shape=box];
      n2 [label="output 0", shape=oval];
      n0 -> n1 [label="float64[3]"];
      n1 -> n2 [label="float64[3]"];
    }
    """
    graph = _Drawing(program).graph
    lines = [f"digraph {_quote(program.name)} {{", '  node [shape=box, fontname="monospace"];']
    lines.append('  edge [fontname="monospace", fontsize=10];')
    lines += _dot_cluster(graph.root, "  ")
    lines += [f"  {a} -> {b} [label={_quote(label)}];" for a, b, label in graph.edges]
    lines += [f"  {a} -> {b} [style=dashed, color=gray];" for a, b in graph.order]
    return "\n".join([*lines, "}"]) + "\n"


def _dot_cluster(cluster: _Cluster, indent: str) -> Iterator[str]:
    for name, label, shape in cluster.nodes:
        yield f"{indent}{name} [label={_quote(label)}, shape={shape}];"
    for inner in cluster.inner:
        yield f"{indent}subgraph cluster_{inner.name} {{"
        yield f"{indent}  label={_quote(inner.title)};"
        yield from _dot_cluster(inner, indent + "  ")
        yield f"{indent}}}"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def to_mermaid(program: Program) -> str:
    """The text of a mermaid flowchart.

    >>> from sct.ir.parse import parse_program
    >>> print(to_mermaid(parse_program('''program f(%0: float64[3]) {
    ...   %1: float64[3] = sin(%0)
    ...   return %1
    ... }
    ... ''')), end="")
    flowchart TD
      n0(["input 0"])
      n1["sin"]
      n2(["output 0"])
      n0 -->|"float64[3]"| n1
      n1 -->|"float64[3]"| n2
    """
    graph = _Drawing(program).graph
    lines = ["flowchart TD", *_mermaid_cluster(graph.root, "  ")]
    lines += [f'  {a} -->|"{_entities(label)}"| {b}' for a, b, label in graph.edges]
    lines += [f"  {a} -.-> {b}" for a, b in graph.order]
    return "\n".join(lines) + "\n"


def _mermaid_cluster(cluster: _Cluster, indent: str) -> Iterator[str]:
    for name, label, shape in cluster.nodes:
        text = f'"{_entities(label)}"'
        yield f"{indent}{name}([{text}])" if shape == "oval" else f"{indent}{name}[{text}]"
    for inner in cluster.inner:
        yield f'{indent}subgraph {inner.name} ["{_entities(inner.title)}"]'
        yield from _mermaid_cluster(inner, indent + "  ")
        yield f"{indent}end"


def _entities(text: str) -> str:
    """Characters that mean something to mermaid, as its numeric entities."""
    return "".join(c if c.isalnum() or c in " .,:=[]()+-*/_?" else f"#{ord(c)};" for c in text)


class _Drawing:
    """Numbers the nodes in the order of the ops."""

    def __init__(self, program: Program) -> None:
        self.count = 0
        self.blocks = 0
        self.made: dict[Value, str] = {}  # the node that an edge for a value starts at
        self.graph = _Graph(_Cluster("program", program.name))
        for k, arg in enumerate(program.body.args):
            title = f"input {k}" if k < program.inputs else f"capture {k - program.inputs}"
            self.made[arg] = self.node(self.graph.root, self.named(title, arg), "oval")
        self.block(program.body, self.graph.root)
        for k, value in enumerate(program.outputs):
            written = next((i for i, output in program.mutated if output == k), None)
            title = f"output {k}" if written is None else f"written into {written}"
            self.edge(value, self.node(self.graph.root, title, "oval"))

    def named(self, title: str, value: Value) -> str:
        return f"{title}: {value.hint}" if value.hint else title

    def node(self, cluster: _Cluster, label: str, shape: str = "box") -> str:
        name = f"n{self.count}"
        self.count += 1
        cluster.nodes.append((name, label, shape))
        return name

    def edge(self, value: Value, target: str) -> None:
        self.graph.edges.append((self.made[value], target, str(value.spec)))

    def block(self, block: Block, cluster: _Cluster) -> None:
        last_effect = ""
        for op in block.ops:
            if op.name == "constant":
                self.made[op.results[0]] = self.node(cluster, _short(op.attr("value")), "plaintext")
                continue
            node = self.node(cluster, _label(op))
            for arg in op.args:
                self.edge(arg, node)
            self.made.update(dict.fromkeys(op.results, node))
            if not op.results:
                if last_effect:
                    self.graph.order.append((last_effect, node))
                last_effect = node
            for inner, title in zip(op.blocks, _TITLES.get(op.name, ("",) * len(op.blocks)), strict=False):
                self.inner(op, inner, title, node, cluster)

    def inner(self, op: Op, block: Block, title: str, node: str, cluster: _Cluster) -> None:
        made = _Cluster(f"b{self.blocks}", f"{op.name}: {title}")
        self.blocks += 1
        cluster.inner.append(made)
        for k, arg in enumerate(block.args):
            name = self.made[arg] = self.node(made, self.named(f"argument {k}", arg), "oval")
            self.graph.order.append((node, name))
        self.block(block, made)
        end = self.node(made, "yield", "oval")
        for value in block.results:
            self.edge(value, end)


_TITLES = {"if": ("then", "else"), "while": ("condition", "body"), "for": ("body",)}


def _label(op: Op) -> str:
    attrs = [f"{name}={_short(value)}" for name, value in op.attrs]
    return "\n".join([op.name, *attrs])


def _short(value: object) -> str:
    try:
        text = attr_text(value)
    except ProgramTextError:
        text = type(value).__name__
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"

