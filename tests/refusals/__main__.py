"""Writes the golden texts of all refusals."""

from tests.refusals import GOLDEN, load, portable


def main():
    """Write one file per case; complain of cases that are not refused."""
    for case in load():
        error = case.refuse()
        if error is None:
            print(f"{case.name}: not refused")
            continue
        (GOLDEN / f"{case.name}.txt").write_text(portable(error), "utf-8")


if __name__ == "__main__":
    main()
