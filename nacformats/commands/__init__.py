"""What the commands do; nacformats/cli.py declares them."""
