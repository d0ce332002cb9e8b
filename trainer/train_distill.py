"""Distillation: the recipe jimbot.training.imitation.distill."""

import sys

from jimbot.training.imitation.distill import main

if __name__ == "__main__":
    main(sys.argv[1:], "train_distill.py")
