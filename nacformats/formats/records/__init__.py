"""Records, constants and versions: what NAC shares with the plans and manifests inside its files."""
