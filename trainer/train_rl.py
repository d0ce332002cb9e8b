"""Fine-tuning by results: the recipe jimbot.training.imitation.rl."""

import sys

from jimbot.training.imitation.rl import main

if __name__ == "__main__":
    main(sys.argv[1:], "train_rl.py")
