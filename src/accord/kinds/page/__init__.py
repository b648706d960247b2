"""What the page shows of every kind: pieces that kinds share."""
