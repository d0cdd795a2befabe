"""The command line under attack: commands, options and odd files of every kind, drawn from seeds."""
