"""Forms of English verbs that several patterns look at."""

from memorist.nodes.language.common import is_ordinary

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


def _pairs(said: str) -> dict[str, str]:
    return {form: base for form, _, base in (pair.partition(":") for pair in said.split())}


_BASE_OF_PAST = _pairs(
    """
    went:go made:make got:get took:take chose:choose built:build ran:run wrote:write found:find saw:see came:come
    became:become began:begin broke:break kept:keep knew:know left:leave lost:lose met:meet paid:pay put:put read:read
    said:say sent:send set:set spent:spend told:tell thought:think gave:give felt:feel held:hold hit:hit hurt:hurt
    let:let meant:mean quit:quit shut:shut stuck:stick taught:teach understood:understand won:win wore:wear
    brought:bring bought:buy caught:catch drove:drive ate:eat fell:fall forgot:forget rewrote:rewrite
    misspoke:misspeak misread:misread overslept:oversleep redid:redo undid:undo rebuilt:rebuild withdrew:withdraw
    overcame:overcome tore:tear dug:dig fed:feed fled:flee flew:fly froze:freeze hid:hide hung:hang laid:lay lent:lend
    lit:light misled:mislead oversaw:oversee rose:rise sank:sink shook:shake shone:shine shot:shoot shrank:shrink
    slid:slide sought:seek spun:spin stole:steal stung:sting swept:sweep swung:swing wept:weep wound:wind bent:bend
    bled:bleed blew:blow bound:bind burst:burst cast:cast crept:creep dealt:deal drank:drink drew:draw
    foresaw:foresee forgave:forgive overheard:overhear overrode:override rang:ring repaid:repay reread:reread
    spread:spread sprang:spring stank:stink struck:strike undertook:undertake upheld:uphold learnt:learn leapt:leap
    split:split grew:grow heard:hear led:lead rode:ride sang:sing sat:sit sold:sell slept:sleep spoke:speak
    stood:stand swam:swim threw:throw woke:wake outgrew:outgrow outran:outrun overran:overrun overthrew:overthrow
    undersold:undersell
    """
)
IRREGULAR_PASTS = frozenset(_BASE_OF_PAST)
"""Past forms that no rule gives."""
DISTINCT_PASTS = frozenset(past for past, base in _BASE_OF_PAST.items() if past != base)
"""Irregular past forms that are no form of the present, too: "sent", not "put"."""
PAST = rf"(?:{PAST_IN_ED}|{'|'.join(sorted(IRREGULAR_PASTS))})"
"""A piece of a pattern: the past form of a verb."""

_BASE_OF_PARTICIPLE = _pairs(
    """
    done:do gone:go taken:take chosen:choose run:run written:write seen:see come:come become:become begun:begin
    broken:break known:know given:give worn:wear driven:drive eaten:eat fallen:fall forgotten:forget gotten:get
    rewritten:rewrite redone:redo undone:undo withdrawn:withdraw torn:tear flown:fly frozen:freeze hidden:hide
    risen:rise sunk:sink shaken:shake shrunk:shrink stolen:steal blown:blow drunk:drink drawn:draw forgiven:forgive
    rung:ring sprung:spring undertaken:undertake grown:grow ridden:ride sung:sing spoken:speak swum:swim thrown:throw
    woken:wake outgrown:outgrow cut:cut shown:show sewn:sew sown:sow mown:mow proven:prove cost:cost bet:bet
    """
)
_INFLECTED = {"did": "do", **_BASE_OF_PAST, **_BASE_OF_PARTICIPLE}
_VERBS = frozenset(_INFLECTED.values())
_VOWELS = frozenset("aeiou")


def bases(word: str) -> frozenset[str]:
    """Return what a word in lower case may be a form of, itself among it: "sent", "offers", "shipping" of "ship"."""
    forms = {word, _INFLECTED.get(word, word)}
    for ending in ("ed", "ing", "es", "s"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 1:
            forms |= {stem, stem + "e"} if ending != "s" else {stem}
            if stem[-1] == "i":
                forms.add(stem[:-1] + "y")
            if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
                forms.add(stem[:-1])
    return frozenset(forms)


def base_of(word: str) -> str:
    """Return the base form of a word that is a form of a verb: "used" of "use"; the word itself if no form is known."""
    said = word.casefold()
    if said in _INFLECTED:
        return _INFLECTED[said]
    forms = bases(said) - {said}
    # The longest is tried first: "using" is of "use" and not of "us".
    return next(
        (form for form in sorted(forms, key=lambda form: (-len(form), form)) if form in _VERBS or is_ordinary(form)),
        word,
    )


def is_past(word: str, verb: str) -> bool:
    """Return true if a word in lower case is a past form or the past participle of a verb: "sent" of "send"."""
    irregular = verb in (_INFLECTED.get(word), _BASE_OF_PAST.get(word), _BASE_OF_PARTICIPLE.get(word))
    return irregular or (word.endswith("ed") and word != verb and verb in bases(word))
