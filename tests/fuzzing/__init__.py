"""Random programs, compared with plain Python: `python -m tests.fuzzing --help`.

A family writes programs: for each seed the same text, in every process. `check` makes the calls of one, `reduce` makes
what is wrong small. `tests/test_fuzzing.py` tries a few of each. Programs that others wrote are those of
`python -m tests.fuzzing.libraries MODULE …`: the functions that the doctests of a module call. `python -m
tests.fuzzing.loud` tries a whole table: what asks objects of the user's, with objects that note what they are asked.
"""
