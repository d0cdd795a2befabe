"""Views of the models of each format: a module for each kind of them."""
