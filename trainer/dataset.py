"""Look into a dataset, check it, or write it in another form: the program of jimbot.data.programs."""

import sys

from jimbot.data.programs import main

if __name__ == "__main__":
    main(sys.argv[1:], "dataset.py")
