"""The benchmarks that look inside of sct find there what they watch."""

from benchmarks.first_programs import COUNTS, HERE, run


def test_the_first_call_of_a_program_is_taken_apart():
    (row,) = run(HERE, "numpy", ["one of many lists.breadth_first"]).values()
    assert all(row.get(count, 0) > 0 for count in COUNTS), row
    assert 0 < row["trace"] < row["total"]
    *others, (ended_by, spent) = row["ends"]
    assert len(others) + 1 == row["attempts"] and not ended_by and 0 < spent <= row["trace"]
