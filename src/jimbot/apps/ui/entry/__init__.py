"""The script that Streamlit runs, alone in its folder: Streamlit would list a folder `pages` beside it."""
