"""Train several algorithms and compare them: `compare_algorithms` of jimbot.training.scripts."""

import sys

from jimbot.training import scripts

if __name__ == "__main__":
    scripts.run("compare_algorithms", sys.argv[1:])
