"""What the commands of the command line do; nacformats/cli.py says how they are called."""
