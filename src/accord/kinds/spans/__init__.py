"""Agreement on spans, corrected for what random spans would agree on."""
