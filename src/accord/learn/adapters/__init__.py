"""Disagreement in the terms of other people's learners; each module needs its library only when it is used."""
