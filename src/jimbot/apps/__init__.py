"""Programs for people and other programs: they use the library, nothing in it uses them."""
