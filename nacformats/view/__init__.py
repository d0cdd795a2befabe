"""Views of a file for people: plain data that a screen, a page and a notebook show."""
