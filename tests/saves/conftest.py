"""The command line, as its own tests call it."""

from tests.cli.conftest import jimbot  # noqa: F401 (a fixture)
