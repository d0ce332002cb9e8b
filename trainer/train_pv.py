"""Policy and value: the recipe jimbot.training.imitation.pv."""

import sys

from jimbot.training.imitation.pv import main

if __name__ == "__main__":
    main(sys.argv[1:], "train_pv.py")
