"""The rules of a NAC file beyond its layout."""
