"""Rules as others are told them: without the private reasons of their authors."""

import pytest

from memorist.memory_store.domain.private_reasons import rule_for, without_private_reason
from memorist.memory_store.domain.types import HardRule
from tests.evals.examples import memory
from tests.growth import assert_linear

REASONS = {
    "Don't call me before ten, I have chemo sessions on Tuesdays": "Don't call me before ten",
    "Never call me before ten because I have chemotherapy": "Never call me before ten",
    "Never book me on flights since I'm pregnant.": "Never book me on flights",
    "Never schedule meetings at noon for me: I have therapy.": "Never schedule meetings at noon for me",
    "Never put me on nights - my wife is ill": "Never put me on nights",
    "Never serve me nuts (I'm allergic).": "Never serve me nuts",
    "I have epilepsy, so never use flashing colours": "Never use flashing colours",
    "Never email me, my son is sick of it; call me": "Never email me, call me",
    "Never call me before ten. I am on dialysis.": "Never call me before ten",
}
WHOLE = [
    "Never call me before ten, I start late.",
    "Never deploy without asking me.",
    "Never push to main because the build breaks.",
    "Never ship to Zed, he owes us money; we lost it all.",
    "Never ask me about my salary in the chat.",
    "Never delete backups: we lost data in May, and my cat was angry.",
    "Never log the patient's diagnosis, it is the law.",
    "Never run `flutter doctor` on CI, it is slow.",
]


@pytest.mark.parametrize("said", REASONS)
def test_a_private_reason_is_left_out(said: str) -> None:
    assert without_private_reason(said) == REASONS[said]


@pytest.mark.parametrize("said", WHOLE)
def test_every_other_rule_stays_whole(said: str) -> None:
    assert without_private_reason(said) == said


def test_only_others_are_told_less() -> None:
    scope = {"group_id": "examples", "user_id": "zoe"}
    rule = memory("Never call me early, I have chemo", "semantic:hard_rule", reason="I have chemo", scope=scope)
    assert rule_for("zoe", rule) == rule_for(None, rule) == rule
    told = rule_for("max", rule)
    assert isinstance(told, HardRule)
    assert (told.content, told.reason) == ("Never call me early", None)
    work = memory("Never use Realm", "semantic:hard_rule", reason="sync is broken", scope=scope)
    assert rule_for("max", work) == work


@pytest.mark.parametrize("unit", [" ", "-", "(", " so", "I am ill, "])
def test_long_rules_take_linear_time(unit: str) -> None:
    assert_linear(lambda length: without_private_reason("Never" + unit * (length // len(unit)) + "x"), 5_000)
