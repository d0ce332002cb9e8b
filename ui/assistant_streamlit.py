"""The web app, where documents look for it: `streamlit run` of this file, or `python`, is `jimbot ui`."""

import sys

if "streamlit" in sys.modules:  # which runs this file for every visit
    from jimbot.apps.ui.alone import show

    show()
elif __name__ == "__main__":
    from jimbot.apps.cli.app import main

    main(["ui", *sys.argv[1:]])
