"""Settings that hold for every test."""

from hypothesis import settings

# The same examples on every run, and no clock: a busy machine must not fail a test.
settings.register_profile("campagna", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("campagna")
