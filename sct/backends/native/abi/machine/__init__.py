"""The runtime, in the language of `words`: read by `translate`, never run as Python."""
