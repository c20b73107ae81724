"""An agent whose user asks to forget something: it is hidden, and the agent is told that, without what it is about."""

import re
import shlex

import pytest

from memorist.api.memory import AsyncMemory
from tests.app.agents.test_agents import memory, remembering, rule, said
from tests.stores import START, everything

__all__ = ["memory"]


async def told_by(memory: AsyncMemory, *turns: str) -> None:
    await memory.ingest([{"kind": "turn", "role": "user", "content": one, "at": START.isoformat()} for one in turns])


REQUESTS = [
    (
        ["Contact in Namur is Jean Maes, j.maes@duparc.be, French only"],
        "forget the mail address of Jean Maes but not that he speaks French",
        "duparc",
        "Jean Maes",
    ),
    (["My phone number is +49 151 2345678."], "Please forget my phone number.", "2345678", "My phone number is …"),
    (
        ["The alarm code is QX-8841. Standup is at 9:45."],
        "please forget the alarm code",
        "QX-8841",
        "The alarm code is …",
    ),
    (["Rui's IBAN is with Ines, phone QX-7731."], "Please delete Rui's IBAN from your memory", "QX-7731", "Rui's IBAN"),
    (
        ["my private mobile is +49 171 5550133 and the office alarm code is 8841."],
        "please forget my mobile number again, keep the rest",
        "5550133",
        "my private mobile is …",
    ),
    (
        ["My passport number is P4471920."],
        "Can you delete my passport number, please?",
        "P4471920",
        "My passport number",
    ),
]


@pytest.mark.parametrize(("turns", "request_", "datum", "named"), REQUESTS)
async def test_what_is_meant_is_hidden_and_named_and_not_told_once_more(
    memory: AsyncMemory, turns: list[str], request_: str, datum: str, named: str
) -> None:
    await told_by(memory, *turns)
    proposal = await memory.forgetting.requested(request_)
    assert proposal is not None
    agent, model = remembering(memory, "Ok.")
    await agent.ainvoke(said(request_))
    told = model.told()
    assert datum not in told
    assert named in told
    assert "nothing has been erased yet" in told
    assert "keep the rest" not in told
    assert "but not" not in told
    await agent.ainvoke(said("What do you know of me and of others?", "h2"))
    assert datum not in model.told()
    for wish in proposal.wishes:
        assert shlex.quote(wish) in told
        await memory.forget(wish)
    assert datum.lower() not in await everything(memory.store, memory.scope)


@pytest.mark.parametrize(
    ("turns", "question"),
    [
        (["My phone number is +49 151 2345678."], "What is my phone number?"),
        (["The alarm code is 8841."], "Did I ever tell you not to forget the alarm code?"),
        (["The alarm code is 8841."], "Don't forget the alarm code when you write the note."),
        (["My passport number is P4471920."], "Fill my passport number into the form."),
    ],
)
async def test_a_question_that_asks_to_forget_nothing_is_told_everything(
    memory: AsyncMemory, turns: list[str], question: str
) -> None:
    await told_by(memory, *turns)
    agent, model = remembering(memory, "Ok.")
    await agent.ainvoke(said(question))
    assert turns[0].rsplit(" ", 1)[1].rstrip(".") in model.told()
    assert "erased" not in model.told()


async def test_rules_and_what_is_not_meant_are_told_beside_a_request_to_forget(memory: AsyncMemory) -> None:
    await memory.ingest([rule("Never log phone numbers")])
    await told_by(memory, "My phone number is +49 151 2345678.", "My phone is an old Nokia.")
    agent, model = remembering(memory, "Ok.")
    await agent.ainvoke(said("Please forget my phone number."))
    assert "Never log phone numbers" in model.told()
    assert "Nokia" in model.told()
    assert "2345678" not in model.told()


async def test_of_many_things_a_few_are_named(memory: AsyncMemory) -> None:
    await told_by(
        memory, *(f"Falkenberg has {what}." for what in ("a dock", "a crane", "a shed", "a canteen", "a ferry"))
    )
    agent, model = remembering(memory, "Ok.")
    await agent.ainvoke(said("Please forget everything about Falkenberg."))
    named = model.told().partition("hidden from now on: ")[2].partition(". It would")[0]
    assert named.count("“") == 3
    assert re.search(r"and \d+ more", named)
