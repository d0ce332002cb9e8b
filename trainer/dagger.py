"""DAgger: the recipe jimbot.training.imitation.rounds."""

import sys

from jimbot.training.imitation import programs

if __name__ == "__main__":
    programs.train("dagger", sys.argv[1:], "dagger.py")
