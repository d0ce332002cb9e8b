"""DAgger: the recipe jimbot.training.imitation.dagger."""

import sys

from jimbot.training.imitation.dagger import main

if __name__ == "__main__":
    main(sys.argv[1:], "dagger.py")
