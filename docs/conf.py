"""How Sphinx makes pages of docs/: `nox -s docs`."""

project = "sct"
copyright = "the sct authors"
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "alabaster"
myst_enable_extensions = ["colon_fence"]
suppress_warnings = ["myst.xref_missing"]  # links out of docs/, to README.md
