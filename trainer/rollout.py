"""Games of an expert as a dataset: the same as `jimbot imitate rollout`."""

import sys

from jimbot.training.data import programs

if __name__ == "__main__":
    programs.rollout(sys.argv[1:], "rollout.py")
