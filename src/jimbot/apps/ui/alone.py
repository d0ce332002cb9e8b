"""The app under `streamlit run`, which listens where it is set to: on this machine alone, or not at all."""

from __future__ import annotations

import runpy

import streamlit as st

from jimbot.apps.ui.serve import APP

LOCAL = ("127.0.0.1", "::1", "localhost")


def show() -> None:
    if st.get_option("server.address") in LOCAL:
        runpy.run_path(str(APP))
    else:
        st.error(
            "The app shows and plays games of this machine, so it listens on it alone: start it by `jimbot"
            " ui`, or with `--server.address 127.0.0.1`."
        )
