"""Random programs, compared with plain Python: `python -m tests.fuzzing --help`.

A family writes programs: for each seed the same text, in every process. `check` makes the calls of one, `reduce` makes
what is wrong small. `tests/test_fuzzing.py` tries a few of each.
"""
