"""The commands that nacformats/cli.py declares."""
