"""Loops of few trips are unrolled, unless that records many ops: then they are rolled like others."""

import numpy as np

import sct


def ops(function, *args):
    return sum(1 for _ in sct.to_static(function, backend="numpy").program(*args).body.walk())


def test_a_nest_of_short_loops_does_not_multiply():
    def nest(x):
        total = 0.0
        for a in range(3):
            for b in range(3):
                for c in range(3):
                    for d in range(3):
                        for e in range(3):
                            for f in range(3):
                                total += x[a, b] * x[c, d] - x[e, f]
        return total

    x = np.random.default_rng(0).normal(size=(3, 3))
    assert ops(nest, x) < 600  # 729 times six, all written out
    np.testing.assert_allclose(sct.to_static(nest)(x), nest(x))


def test_a_short_loop_of_few_ops_is_written_out():
    def short(x):
        for i in range(3):
            x = x * x[i]
        return x

    program = sct.to_static(short, backend="numpy").program(np.ones(3))
    assert all(not op.blocks for op in program.body.walk())
