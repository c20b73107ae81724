"""Forms of English verbs that several patterns look at."""

NO_PAST = (
    "need",
    "feed",
    "speed",
    "embed",
    "shed",
    "exceed",
    "proceed",
    "succeed",
    "seed",
    "indeed",
    "hundred",
    "red",
    "bed",
    "weed",
)
"""Words in -ed that are no past form."""

PAST_IN_ED = rf"(?!(?:{'|'.join(NO_PAST)})\b)[a-z]+ed\b"
"""A piece of a pattern: the past form of a regular verb, "needed" too, "need" not."""


IRREGULAR_PASTS = frozenset(
    """
    went made got took chose built ran wrote found saw came became began broke kept knew left lost met paid put
    read said sent set spent told thought gave felt held hit hurt let meant quit shut stuck taught understood won
    wore brought bought caught drove ate fell forgot rewrote misspoke misread overslept redid undid rebuilt
    withdrew overcame tore dug fed fled flew froze hid hung laid lent lit misled oversaw rose sank shook shone
    shot shrank slid sought spun stole stung swept swung wept wound bent bled blew bound burst cast crept dealt
    drank drew foresaw forgave overheard overrode rang repaid reread spread sprang stank struck undertook upheld
    learnt leapt split grew heard led rode sang sat sold slept spoke stood swam threw woke outgrew
    outran overran overthrew undersold
    """.split()
)
"""Past forms that no rule gives."""
PAST = rf"(?:{PAST_IN_ED}|{'|'.join(sorted(IRREGULAR_PASTS))})"
"""A piece of a pattern: the past form of a verb."""
