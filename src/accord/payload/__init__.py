"""What the page holds, as plain data classes whose fields say what they are; JSON and its schema are made from these.

They stand below the kinds, which fill them, and `reporting`, which only reads them.
"""
