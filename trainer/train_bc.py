"""Behaviour cloning: the recipe jimbot.training.imitation.bc."""

import sys

from jimbot.training.imitation.bc import main

if __name__ == "__main__":
    main(sys.argv[1:], "train_bc.py")
