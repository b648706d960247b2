"""What an item, a token, a place or a sentence is called wherever it is shown, adjudicated or looked for."""

from __future__ import annotations


def item_id(document: str, item: str) -> str:
    """A name that nothing in another document has.

    >>> item_id("a", "b:c"), item_id("a:b", "c")
    ('a:b:c', 'a%3Ab:c')
    """
    return f"{document.replace('%', '%25').replace(':', '%3A')}:{item}"
