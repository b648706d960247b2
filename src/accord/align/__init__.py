"""Which unit answers to which."""
