"""What belongs together in a folder, and what fits to be measured on it within a budget of time."""
