"""Writes the judge and the network of the package as one file, which web/core/weights.cpp reads."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

from jimbot.agents.judge import weights
from jimbot.agents.models import SHIPPED, model_file
from jimbot.models.files import read_network
from jimbot.models.native import layers


def main(out: Path) -> None:
    judge, file = weights(None), read_network(model_file(SHIPPED))
    halves = judge.flat.astype("<f2")
    if not np.array_equal(halves.astype(np.float32), judge.flat):
        sys.exit("the judge's weights do not fit half precision")
    width, hidden, rows = layers(file.weights)
    sizes = [*judge.hidden, width, hidden, file.shape["redraws"], file.shape["rounds"]]
    parts = [np.array(sizes, "<i4"), halves, *(row.astype("<f4") for row in rows)]
    content = b"".join(part.tobytes() for part in parts)
    if not out.exists() or out.read_bytes() != content:
        part = out.with_suffix(".part")
        part.write_bytes(content)
        part.replace(out)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
