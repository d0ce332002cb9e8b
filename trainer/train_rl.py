"""Fine-tuning by results: the recipe jimbot.training.imitation.rl."""

import sys

from jimbot.training.imitation import programs

if __name__ == "__main__":
    programs.train("rl", sys.argv[1:], "train_rl.py")
