"""Evaluate a network of decisions: the same as `jimbot imitate eval`."""

import sys

from jimbot.training.imitation import programs

if __name__ == "__main__":
    programs.evaluate(sys.argv[1:], "eval.py")
