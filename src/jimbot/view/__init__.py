"""Positions, decisions, scores and items as plain data: what terminals, pages and reports show."""
