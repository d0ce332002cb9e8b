"""Distillation: the recipe jimbot.training.imitation.distill."""

import sys

from jimbot.training.imitation import programs

if __name__ == "__main__":
    programs.train("distill", sys.argv[1:], "train_distill.py")
