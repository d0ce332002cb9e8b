"""Reports as one HTML page: tables, and charts drawn by matplotlib, the only chart library of the project."""

from jimbot.evaluation.pages.parts import charts_installed, drawing, html_table, note, page, section

__all__ = ["charts_installed", "drawing", "html_table", "note", "page", "section"]
