"""The reference has a page for everything that is public, and every public name an example that runs."""

from __future__ import annotations

import pytest

import accord
from accord.cli.main import VERBS
from accord.kinds.kind import kinds
from accord.verbs.explain import topics
from docs import reference_pages

_WITHOUT = {"calibrate", "experiment"}
"""What takes minutes, or files of its own: shown on the pages calibration and experiments, where the examples run."""


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return dict(reference_pages.pages())


@pytest.mark.parametrize("name", [name for name in accord.__all__ if not name.startswith("__")])
def test_every_public_name_has_a_page_and_an_example(name: str, pages: dict[str, str]) -> None:
    assert f"accord.{name}" in pages[f"python/{name}.md"]
    assert ">>>" in (getattr(accord, name).__doc__ or "") or name in _WITHOUT


def test_every_verb_has_a_page_with_all_its_options(pages: dict[str, str]) -> None:
    for verb in VERBS:
        assert pages[f"verbs/{verb}.md"].startswith(f"# accord {verb}\n")
    assert "--coefficient" in pages["verbs/agree.md"]


def test_every_kind_lists_its_options(pages: dict[str, str]) -> None:
    for kind in kinds():
        assert "| `interval` | `--interval` | `jackknife`, `bootstrap`, `none`" in pages[f"kinds/{kind.name}.md"]


def test_all_that_can_be_explained_is_explained(pages: dict[str, str]) -> None:
    text = "\n".join(page for name, page in pages.items() if name.startswith("explained/"))
    for title, names in topics().items():
        if title != "findings":  # which have a page with an example each
            assert not [name for name in names if f"\n## {name}\n" not in text], title


def test_signs_of_markdown_are_shown_as_they_are() -> None:
    assert reference_pages._plain("n_c < 2 * `x_y` [1]") == r"n\_c \< 2 \* `x_y` \[1\]"
