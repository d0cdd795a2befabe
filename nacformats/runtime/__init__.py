"""Running a graph."""
