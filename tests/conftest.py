"""What holds for all tests: how long an example takes tells of the machine's load, not of sct."""

from hypothesis import settings

settings.register_profile("sct", deadline=None)
settings.load_profile("sct")
