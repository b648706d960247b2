"""What a file says beyond what is measured, kept as it stands there."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator


class Markup(NamedTuple):
    """An element of XML: what it is called, its attributes, the text in it, and the elements in it."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    text: str = ""
    children: tuple[Markup, ...] = ()

    def all(self, *tags: str) -> Iterator[Markup]:
        """The elements in it that lie along a path of tags."""
        for child in self.children:
            if child.tag == tags[0]:
                yield from child.all(*tags[1:]) if tags[1:] else [child]

    def first(self, *tags: str) -> Markup:
        """The first of them, or an empty one where there is none."""
        return next(self.all(*tags), Markup(tags[-1]))

    def attribute(self, name: str) -> str:
        """One of its attributes, or nothing."""
        return dict(self.attributes).get(name, "")
