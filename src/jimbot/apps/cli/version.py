"""`jimbot --version`: the version, and how this copy was built."""

from __future__ import annotations

import platform


def version_text() -> str:
    """The first line is name and version; the others are about the build."""
    import numpy

    import jimbot
    from jimbot._core import build
    from jimbot.runs.provenance import commit

    facts = build()
    built = facts["commit"] or commit() or "unknown"
    tuned = "tuned for the machine it was built on" if facts["tuned"] else "portable"
    return "\n".join(
        [
            f"jimbot {jimbot.__version__}",
            f"commit: {built}",
            f"engine: {facts['compiler']}, {tuned}; saves of layout {facts['layout']}",
            f"python: {platform.python_version()}, numpy {numpy.__version__}, {platform.platform()}",
        ]
    )
