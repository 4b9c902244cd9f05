"""`python -m sct` is the command `sct`."""

import sys

from sct.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
