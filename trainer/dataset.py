"""Look into a dataset, check it, or write it in another form: the same as `jimbot imitate dataset`."""

import sys

from jimbot.training.data import programs

if __name__ == "__main__":
    programs.dataset(sys.argv[1:], "dataset.py")
