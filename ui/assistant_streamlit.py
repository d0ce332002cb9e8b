"""The web app, where the documents look for it: `python ui/assistant_streamlit.py` is `jimbot ui`."""

import sys

from jimbot.apps.cli.app import main

if __name__ == "__main__":
    main(["ui", *sys.argv[1:]])
