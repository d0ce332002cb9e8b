"""Evaluate a network of decisions: the program of jimbot.training.imitation.evaluate."""

import sys

from jimbot.training.imitation.evaluate import main

if __name__ == "__main__":
    main(sys.argv[1:], "eval.py")
