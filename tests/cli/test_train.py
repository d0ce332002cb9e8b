"""`jimbot train`: what it refuses. The trainer itself is tested in tests/training."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")


def test_command_refuses_in_one_line(jimbot, tmp_path):
    done = jimbot(f"train --resume {tmp_path}")
    assert done.code == 2
    assert "holds no training" in done.err
    done = jimbot(f"train --resume {tmp_path} --steps 5")
    assert "--steps has no effect with --resume" in done.err
    assert jimbot("train --preset slow").code == 2
