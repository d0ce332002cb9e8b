"""Train with all features of the framework: `train_with_framework` of jimbot.training.scripts."""

import sys

from jimbot.training import scripts

if __name__ == "__main__":
    scripts.run("train_with_framework", sys.argv[1:])
