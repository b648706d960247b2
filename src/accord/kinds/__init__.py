"""The kinds of annotation."""
