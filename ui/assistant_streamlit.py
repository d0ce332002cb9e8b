"""The classic pages, where documents look for them: `streamlit run` of this file; `python`: `jimbot ui`."""

import sys

if "streamlit" in sys.modules:  # which runs this file for every visit
    from jimbot.apps.ui.alone import show

    show()
elif __name__ == "__main__":
    from jimbot.apps.cli.app import main

    main(["ui", "--classic", *sys.argv[1:]])
