"""How messages count, suggest and show what stands in files."""

from __future__ import annotations


def plural(count: int, noun: str) -> str:
    """A count and its noun.

    >>> plural(1, "sentence"), plural(2667, "error")
    ('1 sentence', '2,667 errors')
    """
    return f"{count:,} {noun}{'s' * (count != 1)}"


def printable(text: str) -> str:
    r"""A text of one line, control characters made visible.

    >>> print(printable("two\nlines"))
    two\nlines
    """
    return "".join(
        character if character.isprintable() or character == " " else character.encode("unicode_escape").decode("ascii")
        for character in text
    )


def suggestion(name: str, known: list[str]) -> str:
    """Say which known name was probably meant, or list them all.

    >>> suggestion("begn", ["begin", "discard"])
    'did you mean begin?'
    >>> suggestion("x", ["begin", "discard"])
    'choose from begin, discard'
    """
    from difflib import get_close_matches

    spelled = {choice.casefold(): choice for choice in known}
    close = get_close_matches(name.casefold(), list(spelled), n=1)
    return f"did you mean {spelled[close[0]]}?" if close else f"choose from {', '.join(known)}"
