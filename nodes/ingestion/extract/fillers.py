"""Words before a statement that say nothing: "ok so", "fyi", "ugh"."""

import re

_FILLERS = re.compile(
    r"^(?:(?:hey|hi|ok|okay|so|well|and|also|but|then|yes|yeah|yep|yup|sure|great|right|fyi|btw|by the way|for "
    r"the record|for context|heads[ -]?up"
    r"|just so you know|as a reminder|reminder|important|note|please note|note that|remember|please remember|"
    r"keep in mind|quick note|one more thing|honestly|basically"
    r"|(?:after|from|in|following) (?:the|our|today['’]s|yesterday['’]s|this) (?:[\w-]+ ){0,2}(?:meeting|call|sync|"
    r"standup|retro|discussion|workshop|planning|review)(?=[:,])|update|quick update|news|small correction|context"
    r"|confirmed|perfect|nice|last (?:thing|one)(?=[:,])|(?:for )?next time(?=:)"
    r"|(?:\d{1,2}[:.]\d\d )?(?:standup|retro|sync)(?=:)"
    r"|ugh|argh|gah|omg|haha|lol|wow|today(?=:)"
    r"|i (?:got|had) (?:that|it|this) wrong(?=,)|me(?=,? i(?:['’]m)?\b)"
    r"|my mistake|mea culpa|sorry(?=,? i (?:got|had)\b)"
    r"|god no|hell no|oh no|please no|no way|for later|note to self|note for later"
    r"|(?:hi|hey|hello|morning|good morning|dear) (?:team|all|folks|everyone|everybody|guys|there)"
    r"|background|some context(?: on [\w ]{2,30})?(?=:)|gotcha(?=:)|personally|as of now|for now|till now"
    r"|i think|i guess|i believe|i mean|as i said|as you know|of course|in general|generally|oh|ah|hm+|p\.?s\.?|"
    r"in our team|tbh|imo|@remember)"
    r"(?:\s+that\b)?[\s,:!.–—-]+)+(?=\S)",
    re.IGNORECASE,
)


def without_fillers(text: str) -> str:
    """The text from where it begins to say something."""
    return _FILLERS.sub("", text, count=1)
