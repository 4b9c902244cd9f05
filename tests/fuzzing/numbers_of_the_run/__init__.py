"""Programs that others wrote, with a share of their number literals decided by the run.

`3` becomes `int(_run[0])`, an element of an array that is an argument: lengths, indices, keys, shapes and conditions that
a trace knew become what only the run knows. `python -m tests.fuzzing.numbers_of_the_run --help`. `literals` rewrites,
`sources` finds programs and writes them as modules, `check` compares one, `worker` does so where it can be stopped.
"""
