"""Train one algorithm for about half a minute: `quick_train` of jimbot.training.scripts."""

import sys

from jimbot.training import scripts

if __name__ == "__main__":
    scripts.run("quick_train", sys.argv[1:])
