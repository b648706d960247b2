"""What annotators differ on, what was decided, and the gold standard that comes of it."""
