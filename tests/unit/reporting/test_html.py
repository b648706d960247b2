"""The page as a file: one script, one style, one block of data, and a policy that lets nothing else in."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from typing import Any

import pytest

from accord.reporting.html import html_page
from tests.browser.sample import sample


def blocks(html: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", html, re.DOTALL)


def held(html: str) -> Any:
    return json.loads(blocks(html, "script")[0])


def test_the_policy_names_the_one_script_and_the_one_style() -> None:
    html = html_page(sample())
    policy = unescape(re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1])  # type: ignore[index]
    for tag, text in (("script", blocks(html, "script")[1]), ("style", blocks(html, "style")[0])):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "connect-src 'none'" in policy


@pytest.mark.parametrize("text", ["</script>", "<!--<script>", "<", "\u2028", "\ud800", 'quotes " and \\', "\0"])
def test_data_come_back_as_they_went_in(text: str) -> None:
    payload = {**sample(), "assumptions": [{"layer": None, "text": text}]}
    html = html_page(payload)
    assert held(html) == payload
    assert len(blocks(html, "script")) == 2
    html.encode("utf-8")


def test_a_title_is_text() -> None:
    html = html_page({**sample(), "title": "</title><script>"})
    assert "<title>&lt;/title&gt;&lt;script&gt; · accord</title>" in html


def test_what_is_no_number_is_refused() -> None:
    with pytest.raises(ValueError, match=r"nan|JSON"):
        html_page({**sample(), "settings": {"seed": float("nan")}})


def test_the_script_builds_and_never_parses() -> None:
    script = blocks(html_page(sample()), "script")[1]
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "new Function",
        "DOMParser",
    ):
        assert word not in script
    assert not re.search(r"^(import|export)\b", script, re.MULTILINE)
