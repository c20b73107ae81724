"""Judgement whose affair a sentence tells of, and who is told of it."""

import pytest

from memorist.memory_store.domain.sentences import sentences_in
from memorist.memory_store.domain.visibility import may_see_words, words_for_others
from memorist.nodes.reading.whose.discretion import confided_places
from memorist.nodes.reading.whose.whose import whose_affair


@pytest.mark.parametrize(
    "said",
    [
        "We are getting divorced, nobody here knows yet.",
        "The therapist says two sessions a week.",
        "Mia is allergic to nuts.",
        "Tom's surprise party is on Friday, don't tell him.",
        "My rent is 900 euros.",
        "I'm lactose intolerant.",
    ],
)
def test_what_is_ones_own_affair_is_private_with_and_without_the_first_person(said: str) -> None:
    assert whose_affair(said).private == (0,)


@pytest.mark.parametrize(
    "said",
    [
        "The deploy is moved to Thursday.",
        pytest.param("I merged the fix.", marks=pytest.mark.xfail(strict=True, reason="kept private, at .23 of .15")),
        "Our standup is at 9:30.",
        "We're on Postgres.",
        "I'm out next week, ask Ben.",
    ],
)
def test_what_is_everybodys_is_not(said: str) -> None:
    assert whose_affair(said).private == ()


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("Keep this to yourself: the client is about to cancel phase 2", (0,)),
        ("The depot moves to 9:40 slots. Just between us: Sopot closes.", (1,)),
        ("The client resigned. He leaves in May. This stays between the four of us.", (0, 1, 2)),
        ("The Hallman account is lost, but not outside this call please.", (0,)),
        ("That's confidential, by the way.", (0,)),
        ("The depot in Sopot closes. Signe must not know.", (0, 1)),
        ("Confidentially: the depot in Sopot closes", (0,)),
        ("What I said stays in this room.", (0,)),
        ("Nobody must know that the depot closes.", (0,)),
    ],
)
def test_what_is_said_in_confidence_is_ones_own_affair_even_before_others(said: str, places: tuple[int, ...]) -> None:
    assert whose_affair(said).confided == places


@pytest.mark.parametrize(
    "said",
    [
        "The fence between us and the depot is broken.",
        "The confidential bin is in room 4.",
        "It is a secret ballot on Friday.",
        "Keep the door to the call room shut.",
        "Customers must not know the margin.",
        "The router stays in the room.",
        "Keep it quiet in the library.",
        "The repo is kept private by default.",
    ],
)
def test_other_uses_of_the_words_are_no_confidence(said: str) -> None:
    assert whose_affair(said).confided == ()


def test_a_sentence_that_leans_on_a_private_one_is_as_private() -> None:
    said = "We are getting divorced. It is hard for the kids. The deploy is moved to Thursday."
    assert whose_affair(said).private == (0, 1)
    assert words_for_others(said, "turn", "mira", (0, 1)) == "The deploy is moved to Thursday."


def test_an_answer_is_judged_as_a_whole() -> None:
    assert whose_affair("I'm sorry. A divorce is hard, and therapy helps many couples.", answer=True).private == (0, 1)
    assert whose_affair("The build is green. Merge it.", answer=True).private == ()


def test_what_was_judged_stands_over_the_words() -> None:
    assert may_see_words("ben", "mira", "I merged the fix", private=())
    assert not may_see_words("ben", "mira", "The therapist says two sessions a week", private=(0,))
    assert not may_see_words("ben", "mira", "I merged the fix")


@pytest.mark.parametrize(
    "said",
    [
        "I'm in rehab in April so someone else has to do the on-call. Please keep the reason to yourself.",
        "I'm having my gallbladder out on the 8th, so no releases from me that week. Tobias needn't know why.",
        "I'm 11 weeks pregnant, only HR knows so far, so I'd like to hand over the billing module by August",
        "My divorce hearing is Tuesday, so I'm out. Don't tell the team.",
        "We're getting married in June! I haven't told my boss.",
        "I owe the tax office 9,000. Only my sister knows about it.",
        "The tests came back positive. I'd appreciate it if you didn't share that.",
        "I'm leaving in August. Keep the details to yourself for now.",
        "Lena and I are dating. not public yet, so hush",
        "I failed the exam. Don't let it slip to my parents.",
        "I am thinking of quitting. Don't breathe a word.",
        "Keep my diagnosis private, please: it's MS.",
        "No se lo digas a Leonie, pero he perdido 2.000 euros en bolsa.",
        "Leonie no debe saberlo: vuelvo a fumar.",
        "Entre nosotros: estoy pensando en dejar el trabajo.",
        "Ich kündige im Mai. Bitte sag es niemandem.",
        "Behalt das bitte für dich: ich kündige.",
        "Unter uns: ich habe Schulden.",
        "Ich bin schwanger, das darf hier noch niemand wissen.",
        "Je suis enceinte, n'en parle à personne.",
        "The museum closes in autumn. Don't tell anybody before Monday.",
        "The museum closes in autumn. I tell the team only on Monday.",
        "We lose the grant from the city. I'll tell the team on Monday.",
        "We close the night shift. I'll let the team know on Thursday.",
        "Hall 3 becomes a shop. Not for the team yet.",
        "The choir loses its room. It's not official yet.",
        "The director leaves in March. Keep it quiet until Monday.",
        "Two posts are cut next year. I want to tell them myself.",
        "Anna gets the post in Graz. Let me be the one to tell her.",
        "We sell the press. They'll hear it from me on Thursday.",
        "The exhibition with Prado is off. Please don't say anything before Monday.",
        "My new address is Lindengasse 4. Only for you.",
        "My salary goes up to 5,200. For your eyes only.",
        "The fair in Basel is cancelled. For the moment that's for your ears only.",
        "I've applied at the Belvedere. Ines doesn't know yet.",
        "I'm seeing a lawyer on Tuesday. My husband has no idea.",
        "Rolf is ill again. He asked me not to tell anyone.",
        "We're hiring a second cook. Say nothing to Luca for the time being.",
        "Ich gehe im Mai. Ines sage ich es erst nächste Woche.",
        "Das Museum schließt im Herbst. Bitte vor Montag niemandem sagen.",
        "Ich ziehe im Juli aus. Mein Vermieter weiß noch nichts davon.",
        "El museo cierra en otoño. No se lo digas a nadie antes del lunes.",
        "Cambio de trabajo en junio. Mi jefa todavía no lo sabe.",
        "Le musée ferme en automne. N'en parle à personne avant lundi.",
        "J'ai un nouveau poste. Pas un mot à Ines avant mardi.",
    ],
)
def test_whoever_lets_know_that_others_are_not_to_learn_of_it_is_taken_at_their_word(said: str) -> None:
    assert 0 in {*confided_places([*sentences_in(said)])}


@pytest.mark.parametrize(
    "said",
    [
        "Only the CI knows the token.",
        "Nobody knows why the build fails yet.",
        "Don't tell me it broke again.",
        "Tobias needn't know SQL for this job.",
        "I haven't told you about the new API: it has three endpoints.",
        "Keep the details in the ticket.",
        "Don't share the staging URL with customers.",
        "We haven't told the customers about the outage yet.",
        "The others needn't wait for me.",
        "Don't tell users to restart the app.",
        "No need for the others to join the call.",
        "Only Jonas knows how the importer works.",
        "You don't need to know the password to deploy.",
        "Please mention the deadline to everyone.",
        "Nobody told me about the meeting.",
        "I told nobody to merge it.",
        "Keep the volume down in this room.",
        "Private repositories are free now.",
        "Don't let the connection slip to http.",
        "The discreet cosine transform, sorry, discrete, is in dsp.c.",
        "Sag nicht, dass der Build wieder rot ist.",
        "Wir sitzen unter uns Bäumen.",
        "Hier darf niemand rauchen.",
        "No digas tonterías.",
        "Entre nosotros y el río hay una valla.",
        "Entre nous et la gare il y a un pont.",
        "The standup moved to 10. I tell the team every Monday what is planned.",
        "Don't tell me the ending.",
        "Tell nobody in tests to mock the DB.",
        "Never say 'cheap' to customers.",
        "The customer must not know our purchase price.",
        "Don't mention the price before the customer asks.",
        "I'll tell the team on Monday that the release slips.",
        "I'll tell you on Monday.",
        "Tom doesn't know yet whether he can come.",
        "Don't say anything before the demo has loaded.",
        "Only for you I made coffee.",
        "The new scanner is not for the team in Graz.",
        "I want to tell them apart by colour.",
        "Not for production yet.",
        "It's not official documentation.",
        "They'll hear from us by Thursday.",
        "We announce the winners after the concert.",
        "Say nothing about prices on the website.",
        "Sag dem Team am Montag Bescheid.",
        "No digas nada antes de probarlo: primero los tests.",
        "Ne dis pas que c'est facile.",
    ],
)
def test_nobody_asks_for_discretion_in_the_same_words_for_something_else(said: str) -> None:
    assert not [*confided_places([*sentences_in(said)])]


@pytest.mark.parametrize(
    ("said", "places"),
    [
        ("I've got a new job from May. I tell Ines next week. Please don't say anything before.", {0, 1, 2}),
        ("We buy the house. The seller comes on Friday. Nobody is to hear of it until it's signed.", {0, 1, 2}),
        ("Please don't tell the others yet. The shop moves to the cellar.", {0, 1}),
        ("Standup is at ten. By the way, Tom was fired. He leaves in May. Only for you.", {1, 2, 3}),
        ("I'm pregnant. Don't tell the team. The lamps come on Friday.", {0, 1}),
        ("The lamps come on Friday. Between us: Tom was fired.", {1}),
        ("Tom was fired. He leaves in May, but keep it quiet until Monday.", {0, 1}),
    ],
)
def test_a_wish_that_says_nothing_else_is_about_what_was_said_before_it_or_if_nothing_was_after(
    said: str, places: set[int]
) -> None:
    assert {*confided_places([*sentences_in(said)])} == places
