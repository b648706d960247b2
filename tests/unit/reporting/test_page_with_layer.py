from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from accord.campaign.report import report_payload
from tests.payloads import with_layer

HARBOUR = Path(__file__).parents[3] / "examples" / "harbour"


@cache
def measured(**settings: Any) -> dict[str, Any]:
    return report_payload([HARBOUR / "urgency.csv", HARBOUR / "weather.csv"], budget=0, most=5, **settings)


def test_a_layer_measured_in_the_same_way_changes_nothing() -> None:
    page = measured()
    again = with_layer(page, measured(layer="urgency"))
    for layer in again["layers"]:
        layer["settings"] = None
    for part in ("layers", "alerts", "systems", "findings", "settings"):
        assert again[part] == page[part]
    for part in ("left_out", "assumptions"):
        assert _texts(again[part]) == _texts(page[part])


def test_what_is_said_of_a_layer_is_that_of_the_layer_as_it_is_now() -> None:
    page, changed = measured(), measured(layer="urgency", annotators=("ada", "bram"), seed=7)
    new = with_layer(page, changed)
    urgency, weather = new["layers"]
    assert (urgency["annotators"], urgency["settings"]["seed"]) == (["ada", "bram"], 7)
    assert weather == page["layers"][1]
    of_urgency = [alert for alert in new["alerts"] if alert["layer"] == "urgency"]
    assert of_urgency == [alert for alert in changed["alerts"] if alert["layer"] == "urgency"]
    order = [("error", "warning", "note").index(alert["severity"]) for alert in new["alerts"]]
    assert order == sorted(order)
    assert len({alert["text"] for alert in new["alerts"]}) == len(new["alerts"])
    assert [remark for remark in new["left_out"] if remark["layer"] == "urgency"] == changed["left_out"]


def test_what_is_said_of_a_layer_stays_with_one_whose_name_begins_alike(tmp_path: Path) -> None:
    for name in ("a", "a: b", "a is not measured"):
        (tmp_path / f"{name}.csv").write_bytes((HARBOUR / "urgency.csv").read_bytes())
    page = report_payload([tmp_path], budget=0, most=5)
    new = with_layer(page, report_payload([tmp_path], budget=0, most=100, layer="a"))
    for part in ("left_out", "assumptions"):
        of_others = [_texts(each[part], {"a: b", "a is not measured"}) for each in (page, new)]
        assert of_others[0] == of_others[1] != []
    assert _texts(page["left_out"], {"a"}) != _texts(new["left_out"], {"a"})


def _texts(remarks: list[dict[str, str]], layers: set[str] | None = None) -> list[str]:
    return sorted(remark["text"] for remark in remarks if layers is None or remark["layer"] in layers)
