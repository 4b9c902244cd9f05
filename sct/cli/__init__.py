"""The command line: `sct show`, `run`, `program`, `passes`, `ops`. One file for each command."""
