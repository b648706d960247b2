"""From disagreement to weights, soft targets, aggregation and taggers."""
