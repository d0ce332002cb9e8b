"""The web app: pages of Streamlit over plain data. `jimbot ui` starts it."""
