"""What the page holds of each kind of layer: labels, spans, units and trees."""
