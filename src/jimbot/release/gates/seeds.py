"""Seeds of the gates: files of 20, 100, 500, 1,000 and 2,000, each made from a documented generator seed.

A seed is seven digits from 1 to 9: a player could type it into the game, and, being shorter than eight
characters, it belongs to none of the lists that anything is trained on. The first digit says the file.
"""

from __future__ import annotations

import random
from pathlib import Path

from jimbot.game.seeds import read_seeds

GENERATORS = {20: 20260224, 100: 20260225, 500: 20260226, 1000: 20260227, 2000: 20260228}
FOLDER = Path(__file__).parent / "eval_seeds"


def seed_file(count: int) -> Path:
    """The file with this many seeds, one a line."""
    if count not in GENERATORS:
        raise ValueError(f"there is no file of {count} seeds; one of {', '.join(map(str, GENERATORS))}")
    return FOLDER / f"eval_seeds_{count}.txt"


def seeds_of(count: int) -> list[str]:
    """What that file holds."""
    return read_seeds(str(seed_file(count)))


def generated(count: int) -> list[str]:
    """What the file holds: distinct numbers in the order in which its generator draws them."""
    draw = random.Random(GENERATORS[count])
    first = str(1 + list(GENERATORS).index(count))
    seeds: dict[str, None] = {}
    while len(seeds) < count:
        seeds[first + "".join(draw.choice("123456789") for _ in range(6))] = None
    return list(seeds)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for count in GENERATORS:
        seed_file(count).write_text("".join(f"{seed}\n" for seed in generated(count)))


if __name__ == "__main__":
    main()
