"""The terminal app, where the documents look for it: `python ui/assistant_tui.py` is `jimbot tui assist`."""

import sys

from jimbot.apps.cli.app import main

if __name__ == "__main__":
    main(["tui", "assist", *sys.argv[1:]])
