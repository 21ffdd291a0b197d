"""Rules for every test: none is skipped, and none fails for being slow on a busy machine."""

from __future__ import annotations

import os

import hypothesis
import pytest

hypothesis.settings.register_profile(
    "xlscore", deadline=None, print_blob=True, derandomize="CI" in os.environ
)
hypothesis.settings.load_profile("xlscore")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """A test that cannot run has to fail and say what it lacks; a skipped one fails the run."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None and reporter.stats.get("skipped"):
        reporter.ensure_newline()
        reporter.write_line("A test was skipped; in this project that fails the run.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
