"""Agreement on syntax: from trees to a coefficient."""
