from __future__ import annotations

import re
from collections import Counter

from accord.reporting.html import html_page


def script() -> str:
    found = re.search(r'<script type="module">(.*)</script>', html_page(None, live=True), re.DOTALL)
    assert found
    return found[1]


def test_names_are_unique_over_all_modules_for_they_become_one_script() -> None:
    names = re.findall(r"^(?:async )?(?:function\*?|const|let|class) (\w+)", script(), re.MULTILINE)
    assert [name for name, times in Counter(names).items() if times > 1] == []
    assert {"adjudicateView", "settingsView", "openPage"} <= set(names)


def test_the_live_page_holds_no_data_and_asks_its_own_server_only() -> None:
    page = html_page(None, live=True)
    assert 'id="payload"' not in page
    assert "connect-src &#39;self&#39;" in page
    assert "innerHTML" not in page
    assert "insertAdjacentHTML" not in page
