"""Small talk: clauses made of nothing but words that carry no knowledge."""

import re

from memorist.nodes.language.seeking import Shape

_WORDS = frozenset(
    """
    a an the this that these those it its it's that's there there's here i i'm i've i'd i'll me my mine you you're
    you've you'd you'll your yours we we're we've we'd we'll us our he she they them him her his their one ones
    something anything everything nothing someone anyone everyone someone's all both each some any much many more
    most lot lots bit bunch ton tons so very really truly totally absolutely definitely super quite pretty too such
    just only also even still again already yet now then soon later today tonight tomorrow always ever never once
    and or but if because though although as like than while to of for with without from at in on by about up down
    out over back into off around through am is are was were be been being isn't aren't wasn't do does did don't
    doesn't didn't done doing have has had haven't hasn't having can can't could couldn't will won't would wouldn't
    should shouldn't may might must let lets let's gonna wanna gotta what what's which who who's where when why how
    how's not no nope nah yes yep yeah yup ok okay sure right fine alright great good nice cool awesome amazing
    wonderful lovely fantastic fabulous incredible perfect excellent brilliant beautiful gorgeous cute sweet fun
    funny best better well glad happy sad sorry proud excited thrilled lucky grateful thankful honored blessed
    inspiring inspired impressive impressed interesting helpful useful important special tough hard easy kind true
    real crazy wild bad worse worst weird strange clear obvious possible impossible ready busy quick close far long
    short big huge little small new hey hi hello hiya yo wow whoa oh ooh ah aha ha haha hahaha lol lmao rofl xd omg
    hmm hm mhm uh um huh ugh phew yay yippee hooray woohoo oops whoops gosh man dude buddy bro guys folks friend
    mate dear please pls thanks thank thx ty tysm cheers welcome congrats congratulations kudos bravo bye goodbye
    cya ttyl brb bbl afk gtg nvm idk imo imho tbh fyi btw asap lgtm sgtm np yw wdym smh think thinking thought guess
    know knew see saw seen look looks looking sound sounds feel feels feeling hope hoping wish wonder wondering mean
    means meant believe agree agreed understand understood remember forget get got getting go goes going gone come
    comes coming came take takes taking took make makes making made give gives giving keep keeps keeping say says
    said tell telling told hear heard hearing ask asking wait waiting hold try trying check checking start stop stay
    help helped helping matter matters  care talk talking chat chatting catch bet love loved enjoy enjoyed
    appreciate appreciated support congratulate deserve deserves count way thing things stuff time times day days
    week weekend     moment minute min sec second update updates side news summary
    happened happen happens wrong earlier following point idea ideas question questions problem problems issue
    worries worry trouble job work deal luck sense shame pity typo typos joke part
      journey positivity energy vibes hug hugs smile fair enough indeed exactly anytime anyway anyways
    actually basically honestly seriously literally maybe perhaps probably possibly apparently hopefully
    unfortunately obviously certainly kinda sorta sort together forward ahead yourself myself ourselves itself
    found themselves whatever whenever never-mind nevermind shortly error message above below text file link picture pic
    photo pics photos image sent send sending send's share shared sharing post showed show shows
    need needs needed want wants wanted frustrating annoying boring confusing exhausting exhausted tired
    stressful stressed scary scared sick hungry bored confused worried nervous surprised surprising disappointing
    disappointed relaxing refreshing hilarious ridiculous stupid dumb silly insane terrible horrible awful disgusting
    overwhelming fascinating intriguing promising encouraging nope yea yeahh jup yepp bingo okie dokie
    hmmm hmmmm soo sooo
    works worked working fixed solved end ends side everyone hope nice holiday holidays online offline back
    saying rush disagree maybe later somehow quite enough exactly precisely literally stuck lost
    """.split()
)
_TOKEN = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|\d+")
_ADDRESSED = re.compile(
    r"(?:^(?:hey|hi|hello|thanks|thank you|thx|wow|yeah|yep|yes|no|oh|aww|ok|okay|cool|nice|great|sure|absolutely|"
    r"definitely|totally|agreed|congrats|sorry|morning|good \w+)\s+|,\s*)[A-Z][a-z]+(?=\s*(?:[,!.?:;-]|$))",
    re.IGNORECASE,
)
"""Whom it is said to: "Thanks, Mel!"."""

_GOOD = (
    r"(?:amazing|awesome|great|wonderful|lovely|fantastic|incredible|inspiring|impressive|cool|nice|beautiful|"
    r"gorgeous|sweet|powerful|touching|heartwarming|adorable|cute|fun|exciting|brilliant|perfect|good to (?:hear|see)|"
    r"so (?:kind|true|proud|happy|glad)|"
    r"really (?:kind|cool|nice|sad)|sad|tough|terrible|awful|glad|happy|proud|thrilled|"
    r"sorry to hear|important to)"
)
_PRAISE = Shape(
    rf"^\W*(?:(?:wow|oh|yeah|yep|yes|aww+|hey|thanks|thx|ty|cheers|thank\syou|haha|man|gosh|absolutely|totally|definitely|well|and|but|so)\W+)*"
    rf"(?:(?:that|it|this|he|she|they|these|those|your?\s[\w\s]{{2,30}}?|the\s[\w\s]{{2,20}}?)(?:['’]s|['’]re|\sis|\sare|"
    rf"\swas|\swere|\slooks?|\ssounds?|\smust\shave\sbeen|\smust\sbe)\s(?:\w+\s){{0,2}}?{_GOOD}"
    rf"|(?:i['’]m|i\sam|so|really)\s(?:\w+\s)?(?:glad|happy|proud|sorry|thrilled)\s(?:for|of|to\s(?:hear|see)|that\syou|you)"
    rf"|(?:glad|happy|good|great|nice|awesome)\s(?:to\s(?:hear|see|know)|you)|sounds?\s|looks?\s(?:like\syou|\w+[!.]?$)"
    rf"|what\san?\s|how\s{_GOOD}|you['’]?(?:re(?!\s(?:not|only)\b)|\sare(?!\s(?:not|only)\b)|ve\sgot|\sgot|(?:['’]ll|\swill)\s(?:be|do|get|make|rock|love|nail|crush|see)|\sdid|\sdeserve|\srock)\b(?!\sallowed)|"
    rf"keep\s(?:it\sup|up|going|pushing|shining|spreading|doing)|way\sto\sgo|good\sluck|can['’]?t\swait\sto\s(?:see|hear)|"
    rf"hope\s(?:you|it|that|all|everything|(?:the\s|your\s)?(?:summer|winter|weekend|holidays?|week|family)\b)|congrat\w*|take\scare|stay\s(?:safe|strong|healthy|positive|tuned|cool|warm|well|calm|blessed|awesome|curious|focused|true|hydrated)|enjoy\s|have\s(?:fun|a\s(?:great|good|nice)))",
    re.IGNORECASE,
)
_ABOUT_US = re.compile(
    r"\b(?:i(?!['’]m\s(?:so |really )?(?:glad|happy|proud|sorry|thrilled)\b)|my|we|our|us|me|team|client|customer|"
    r"always|never|must|\d+)\b|@",
    re.IGNORECASE,
)
LONGEST = 16
"""In words: a longer clause says something, however plain its words."""


def is_small_talk(clause: str) -> bool:
    """Whether a clause carries no word that knowledge could be made of: "wow, that's amazing", "one sec"."""
    clause = _ADDRESSED.sub(" ", clause)
    words = _TOKEN.findall(clause)
    if not words:
        return True
    if len(words) > LONGEST:
        return False
    return all(word.lower().replace("’", "'") in _WORDS for word in words)


def is_praise(clause: str) -> bool:
    """Whether a clause only cheers, consoles or wishes well, and tells nothing of the speaker: "so glad you did it"."""
    return bool(_PRAISE.match(clause)) and not _ABOUT_US.search(clause)
