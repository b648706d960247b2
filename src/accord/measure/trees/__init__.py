"""Agreement on syntax: alpha over distances of trees, and what is usually reported beside it."""
