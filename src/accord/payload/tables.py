"""The tables of docs/payload.md: every key of the page's payload, from what the fields say of themselves.

``python -m accord.payload.tables > docs/payload.md`` writes the page.
"""

from __future__ import annotations

import sys

from accord.payload.page import VERSION, PagePayload
from accord.payload.schema import key_table, objects_in, summary

_HEAD = f"""# The payload of the page

<!-- made by: python -m accord.payload.tables > docs/payload.md -->

What `accord report --json` prints and `--payload FILE.json` writes, version {VERSION}; `accord report --schema` prints
the JSON schema. Keys may be added; none is renamed or changes its meaning without another version. Every key is always
there. Numbers are plain, and null where they are undefined, with the reason under `undefined` beside them; there is no
NaN.
"""


def payload_page() -> str:
    """All tables, the page first, then what it holds in the order of its keys."""
    sections = (f"## {cls.__name__}\n\n{summary(cls)}\n\n{key_table(cls)}\n" for cls in objects_in(PagePayload))
    return "\n".join([_HEAD, *sections])


if __name__ == "__main__":
    sys.stdout.write(payload_page())
