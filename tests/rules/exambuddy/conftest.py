"""Property tests of this folder draw the same examples on every run and are never judged by the clock."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
