"""Attributes that come from code without source hold what the object holds, at each call, and not copies of it."""

import functools

import numpy as np
import pytest

import sct


class View:
    def __init__(self, content):
        self.content = content


class Graph:
    def __init__(self):
        self.near, self.nodes = {0: {1: {}}, 1: {0: {}}}, [1, 2]

    @functools.cached_property
    def view(self):
        return View(self.near)


def hidden(function):
    scope = {"function": function}
    exec("def made(*args): return function(*args)", scope)
    return scope["made"]


def put_both(graph):
    graph.both = [graph.nodes, graph.nodes]


looked_at, kept_both = hidden(lambda graph: len(graph.view.content)), hidden(put_both)


def is_the_same(graph):
    found = ["view" not in vars(graph) or graph.view.content is graph.near]
    return found + [both is graph.nodes for both in getattr(graph, "both", ())]


def changed_later(graph, x):
    looked_at(graph)
    graph.view.content[5] = x[0]
    graph.near[6] = 1
    return len(graph.near), graph.view.content is graph.near


def in_a_list(graph, x):
    looked_at(graph)
    kept_both(graph)
    graph.both[0].append(x[0])
    if x[0] > 0:
        graph.nodes.append(4)
    return graph.both


def in_a_branch(graph, x):
    if x[0] > 0:
        kept_both(graph)
    return len(graph.nodes)


def in_a_loop(graph, x):
    for _ in x:
        looked_at(graph)
    return len(graph.view.content) + len(graph.near)


@pytest.mark.parametrize("function", [changed_later, in_a_list, in_a_branch, in_a_loop])
def test_as_in_plain_python(function):
    static = sct.to_static(function)
    for x in (np.ones(2), np.ones(2), -np.ones(2)):
        graphs = Graph(), Graph()
        assert function(graphs[0], x) == static(graphs[1], x)
        assert is_the_same(graphs[0]) == is_the_same(graphs[1]) and list(vars(graphs[0])) == list(vars(graphs[1]))
        assert [g.near for g in graphs[:1]] == [g.near for g in graphs[1:]] and graphs[0].nodes == graphs[1].nodes
        assert ("both" in vars(graphs[0])) is ("both" in vars(graphs[1]))
