"""How Sphinx builds these pages."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

import reference_pages

from accord import __version__

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "accord"
author = "The accord authors"
copyright = author
version = release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints = "description"

default_role = "code"  # of single backticks in docstrings
smartquotes_action = "qe"  # two hyphens begin an option

html_theme = "furo"
html_title = f"accord {release}"


def setup(app: Sphinx) -> None:
    """Make the pages of the reference before any page is read."""
    app.connect("builder-inited", lambda app: reference_pages.write(Path(app.srcdir) / "reference"))
