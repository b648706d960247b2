"""A signature that was written out says what it said."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from accord import __version__
from accord.agreement.signature import Signature

WORDS = st.text(st.characters(exclude_characters="|:", exclude_categories=["Cs"]), min_size=1)
KEYS = WORDS.filter(lambda key: key != "v")


@given(measure=WORDS, choices=st.dictionaries(KEYS, WORDS | st.just("a:b")), version=st.none() | WORDS)
def test_a_signature_is_read_as_it_was_written(measure: str, choices: dict[str, str], version: str | None) -> None:
    signature = Signature(measure, choices, version)
    assert Signature.parse(str(signature)) == signature


def test_a_signature_of_another_version_keeps_it() -> None:
    assert str(Signature.parse("f1|match:exact|v:0.0.9")) == "f1|match:exact|v:0.0.9"
    assert Signature("f1", {}).version == __version__
