"""Relations: typed, directed links between mentions."""
