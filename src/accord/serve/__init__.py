"""The page, live: settling what annotators differ on, and the gold standard that comes of it."""
