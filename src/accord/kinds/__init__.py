"""What can be annotated: one package for each kind."""
