"""Agreement on units of a continuum: what an alignment shows, and how far it is from chance."""
