"""What Markdown, LaTeX and CSV make of text that means something to them."""

from __future__ import annotations

from accord.reporting.table import Table, as_csv, as_latex, as_markdown

ODD = Table(
    ("type", "F1"), (("*a_b*|`c`<i>[d]&$e$", "1.00"), ("[x]", "[0.10, 0.20]")), title="a_b*\n.conll", notes=("_n_",)
)


def test_markdown_shows_names_as_they_are() -> None:
    title, table, note = as_markdown(ODD).split("\n\n")
    assert title == r"**a\_b\*\\n.conll**"
    assert r"| \*a\_b\*\|\`c\`&lt;i&gt;\[d\]&amp;\$e\$ | 1.00 |" in table
    assert r"| \[x\] | [0.10, 0.20] |" in table
    assert note == r"\_n\_"


def test_latex_shows_names_as_they_are() -> None:
    lines = as_latex(ODD).splitlines()
    assert lines[:2] == ["% a_b*\\n.conll", "% _n_"]
    assert (
        r"{*}a\_b{*}\textbar{}\textasciigrave{}c\textasciigrave{}"
        r"\textless{}i\textgreater{}{[}d{]}\&\$e\$ & 1.00 \\" in lines
    )


def test_csv_holds_names_as_they_are() -> None:
    assert as_csv(ODD).splitlines()[1] == "*a_b*|`c`<i>[d]&$e$,1.00"


def test_csv_holds_numbers_as_programs_read_them() -> None:
    rows = (("1,298", "1,298", "–", "-1,000.5"), ("a", "0", "0.5000", "–"))
    table = Table(("label", "count", "alpha", "change"), rows)
    assert as_csv(table).splitlines() == ["label,count,alpha,change", '"1,298",1298,,-1000.5', "a,0,0.5000,"]
