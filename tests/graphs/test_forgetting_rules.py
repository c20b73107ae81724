"""A request to forget a datum does not mean the rules that speak of that kind of thing."""

from collections.abc import AsyncGenerator, Sequence

import pytest

import memorist
from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.types import RULE_TYPES
from tests.inputs import turn
from tests.stores import everything, test_settings


@pytest.fixture
async def memory(embedded_url: str, group: str) -> AsyncGenerator[AsyncMemory]:
    async with memorist.open(embedded_url, group=group, user="tobias", settings=test_settings()) as opened:
        yield opened


async def rules_of(memory: AsyncMemory) -> list[str]:
    held = await memory.store.memories.all(memory.scope)
    return [one.content for one in held if one.type in RULE_TYPES and one.status.live]


async def recalled(memory: AsyncMemory, task: str) -> str:
    return (await memory.recall(task)).prompt.partition("<recalled>")[2]


DATA = [
    (
        ["Never put customer email addresses in the logs.", "My private email is tobi.kern@posteo.de."],
        "Please forget my email address.",
        "posteo",
    ),
    (
        ["PAW-500 is the SMS bug, Zsófia has it. Never log phone numbers.", "Zsófia's phone is +31 6 5550 1234."],
        "please forget Zsófia's phone number",
        "5550 1234",
    ),
    (
        ["Please don't schedule anything on my birthday.", "My birthday is the 14th of August."],
        "scrub my birthday from your memory",
        "14th of August",
    ),
    (
        ["Always ask before you use my mobile number.", "My mobile number is +43 664 5550199."],
        "Can you delete my mobile number, please?",
        "5550199",
    ),
    (
        ["Never write the alarm code into a ticket.", "The alarm code is 8841."],
        "please forget the alarm code",
        "is 8841",
    ),
    (
        ["Do not deploy on Ravi's birthday.", "Ravi's birthday is on May 3rd."],
        "Please remove Ravi's birthday from memory.",
        "May 3rd",
    ),
    (
        ["You must not commit the licence key.", "The licence key is QX-4471-77Z and it expires in May."],
        "Please forget the licence key.",
        "QX-4471",
    ),
    (
        ["Never store the vault password in the repository.", "The vault password is kept by Ines in the blue drawer."],
        "Forget where the vault password is, please.",
        "blue drawer",
    ),
    pytest.param(
        [
            "My mobile number is +43 664 5550199. Never give my mobile number to customers. Standup is at 9:45.",
        ],
        "Please forget my mobile number.",
        "5550199",
        marks=pytest.mark.xfail(
            strict=True, reason="the network takes the third sentence for meant, too, at .21 of -2.2"
        ),
    ),
    (
        ["Always encrypt bank details.", "Rui's bank details are in the folder Amsel."],
        "Please delete Rui's bank details from your memory",
        "Amsel",
    ),
    (
        ["Do not call Mum on weekdays.", "My mother's number is 0699 1234567."],
        "Forget my mother's number, please.",
        "1234567",
    ),
    (
        ["Never give out Ravi's private address.", "Ravi's private address is Amselweg 3, Graz."],
        "Please forget Ravi's private address.",
        "Amselweg",
    ),
    (
        ["Please never mention my age in mails.", "I am 52 years old, born in Linz."],
        "Please forget my age.",
        "52 years",
    ),
    (
        ["Never leave the server room key on the desk.", "The server room key is in locker 19."],
        "forget where the server room key is",
        "locker 19",
    ),
]


@pytest.mark.parametrize(("said", "request_", "datum"), DATA)
async def test_a_datum_goes_and_the_rules_about_its_kind_stay(
    memory: AsyncMemory, said: Sequence[str], request_: str, datum: str
):
    await memory.ingest([turn(one) for one in said])
    before = [rule for rule in await rules_of(memory) if datum not in rule]
    [result] = await memory.ingest([turn(request_)])
    assert result.forget is not None
    rules = await rules_of(memory)
    assert rules == before != []
    assert datum not in await recalled(memory, "What do you know?")
    for wish in result.forget.wishes:
        plan = await memory.preview_forget(wish)
        await memory.forget(wish, confirmed=plan.fingerprint)
    assert await rules_of(memory) == rules
    assert datum.lower() not in await everything(memory.store, memory.scope)
    assert await memory.store.admin.check(memory.scope.group_id) == []


async def test_the_answer_says_that_a_rule_is_kept_and_how_it_goes(memory: AsyncMemory):
    await memory.ingest([turn("Never send Beatriz's IBAN by mail."), turn("Beatriz's IBAN is in the folder Amsel.")])
    [result] = await memory.ingest([turn("delete Beatriz's IBAN from your memory please")])
    assert any(
        "Never send Beatriz's IBAN by mail" in notice and "forget the rule" in notice for notice in result.notices
    )
    await memory.ingest([turn("@forget the rule about Beatriz's IBAN")])
    assert await rules_of(memory) == []


async def test_what_stands_beside_a_rule_stays_where_it_is_not_meant(memory: AsyncMemory):
    said = "PAW-500 is the SMS bug, Zsófia has it. Never log phone numbers."
    await memory.ingest([turn(said), turn("Zsófia's phone is +31 6 5550 1234.")])
    await memory.ingest([turn("please forget Zsófia's phone number")])
    assert "PAW-500 is the SMS bug" in await recalled(memory, "Who has PAW-500?")


@pytest.mark.parametrize(
    ("said", "request_"),
    [
        (["Never put customer email addresses in the logs."], "@forget the rule about email addresses in the logs"),
        (["Never deploy on a Friday."], "@forget that we never deploy on a Friday"),
        (["Don't schedule anything on my birthday."], "Forget my instruction about my birthday."),
        (["Our policy: never share salaries in the team channel."], "@forget the policy about salaries"),
        (["Never push to main without a review."], "@forget never push to main without a review"),
        (["Never call +43 664 5550199 after six."], "Please forget +43 664 5550199."),
        (["Don't book me on the 14th of August, my birthday."], "Forget my birthday please."),
        (["We must not tell anybody that Darren is in rehab in Leeds."], "Please forget that Darren is in rehab."),
        (["Never deploy to Falkenberg before noon."], "Forget everything about Falkenberg."),
        (["Never invite Kestrel Partners to the demo."], "Please forget Kestrel Partners."),
        (["The door code is 4471. Never write down the door code 4471."], "Please forget the door code."),
        (["Rui's address is rui@posteo.pt.", "Never mail to rui@posteo.pt."], "Please forget Rui's mail address."),
        (["Never call me after six."], "Forget that."),
        (["Never send anything to Amselweg 3, Graz.", "Ravi lives at Amselweg 3, Graz."], "@forget Amselweg 3, Graz"),
        (["Never use Vellum for invoices."], "@forget the convention about invoices"),
    ],
)
async def test_a_rule_goes_that_is_named_as_one_or_says_the_very_thing(
    memory: AsyncMemory, said: Sequence[str], request_: str
):
    await memory.ingest([turn(one, session_id="s") for one in said])
    assert await rules_of(memory)
    await memory.ingest([turn(request_, session_id="s")])
    assert await rules_of(memory) == []
