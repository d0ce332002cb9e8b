"""Games of an expert as a dataset: the program of jimbot.data.rollout."""

import sys

from jimbot.data.rollout import main

if __name__ == "__main__":
    main(sys.argv[1:], "rollout.py")
