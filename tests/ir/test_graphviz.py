"""Pictures of programs."""

import re

from sct.ir.graphviz import to_dot, to_mermaid
from sct.ir.parse import parse_program
from tests.ir.test_text import EVERYTHING

PROGRAM = parse_program(EVERYTHING)


def test_dot_is_well_formed():
    text = to_dot(PROGRAM)
    assert text.startswith('digraph "<lambda>" {')
    assert text.count("subgraph cluster_") == 5  # then, else, the for's body, the while's condition and body
    nodes = set(re.findall(r"^ *(n\d+) \[", text, re.M))
    used = set(re.findall(r"(n\d+) -> (n\d+)", text))
    assert {n for pair in used for n in pair} <= nodes
    assert 'label="while: condition"' in text
    assert "style=dashed" in text


def test_mermaid_is_well_formed():
    text = to_mermaid(PROGRAM)
    assert text.startswith("flowchart TD\n")
    assert text.count("subgraph ") == len(re.findall(r"^ *end$", text, re.M)) == 5
    for line in text.splitlines()[1:]:
        assert re.fullmatch(r'\s*(n\d+(\["[^"]*"\]|\(\["[^"]*"\]\))|n\d+ -->\|"[^"]*"\| n\d+|n\d+ -\.-> n\d+|subgraph b\d+ \["[^"]*"\]|end)', line), line


def test_the_same_each_time():
    assert to_dot(PROGRAM) == to_dot(parse_program(EVERYTHING))
    assert to_mermaid(PROGRAM) == to_mermaid(parse_program(EVERYTHING))
