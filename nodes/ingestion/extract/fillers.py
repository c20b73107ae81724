"""Words before a statement that say nothing: "ok so", "fyi", "ugh"."""

import re
from functools import lru_cache

from memorist.nodes.ingestion.vocabulary import one_of

_FILLERS = re.compile(
    r"^(?:(?:he+y+|hi+|ok|okay|so|well|a+nd|also|but|then|yes|yeah|yep|yup|ye|nah|k|kk|mm+(?:-hm+)?|phew|aye|alright|"
    r"all right(?=[,. ])|(?:good|very good|lovely|wonderful|excellent|seriously|exactly)(?=,)|sure|right|"
    r"great(?!\s(?:w|with|at|in|for|on)\b)|"
    r"fyi|btw|anyways?|by the way|for the record|for context|heads[ -]?up"
    r"|just so you know|as a reminder|reminder|important|note(?! to self\b)|please note|"
    r"note that|remember|please remember|"
    r"(?:(?:can|could|would|will) you )?(?:please )?remind me(?: (?:tomorrow|tonight|later|again|please))?"
    rf"(?= that {one_of('begins a statement')}\b(?! (?:still )?(?:have|need) to\b))|"
    r"keep in mind|quick note|one more thing|honestly|basically"
    r"|(?:after|from|in|following) (?:the|our|today['’]s|yesterday['’]s|this(?: morning['’]s| week['’]s)?) "
    r"(?:[\w-]+ ){0,2}(?:meeting|call|sync|"
    r"standup|retro|discussion|workshop|planning|review)(?=[:,])|update|quick update|news|small correction"
    r"|context(?! (?:on|about|for|is|was|of)\b)"
    r"|confirmed|perfect|nice|last (?:thing|one)(?=[:,])|(?:for )?next time(?=:)"
    r"|(?:\d{1,2}[:.]\d\d )?(?:standup|retro|sync)(?=:)"
    r"|ugh|argh|gah|eh|uh+m*|um+|ha+h*|(?:ha)+|jeez|jesus(?=[,. ])|omg|lol|wow|yikes|today(?=:)"
    r"|(?:oh|ah|no)[, ]+(?:wait|crap|shit|damn)|wait(?=[,:]| (?:no|actually)\b)"
    r"|(?:hang|hold) on(?=[,:.!]| (?:no|i|we)\b)"
    r"|i (?:got|had) (?:that|it|this) wrong(?=,)|me(?=,? i(?:['’]m)?\b)"
    r"|(?:please )?(?:carve|set) (?:this|it|that) in stone(?=:)|(?:please )?write (?:this|it|that) down(?=:)"
    r"|(?:a|one|another) (?:wish|request|rule|word|thing)(?: (?:for|about|on) [a-z ]{3,20})?"
    r"(?:, if i may|, please)?(?=:)"
    r"|if i may(?=[:,])"
    r"|(?:almost|not quite|nearly|close)(?= ?[,–—-] )|my mistake|mea culpa|sorry(?=,? i (?:got|had)\b)"
    r"|god no|hell no|oh no|(?:please no|no way)(?=\W|$)(?!\s\w)|for later|note to self|note for later"
    r"|(?:hi|hey|hello|morning|good morning|dear) (?:team|all|folks|everyone|everybody|guys|there)"
    r"|found it(?=,)|(?:just )?remembered(?=[,:])|background|gotcha(?=:)"
    r"|(?:(?:some|a bit of|quick|more) )?context(?: (?:on|about|for) [^:.;?]{2,60})?(?=:)"
    r"|personally|as of now|for now|till now"
    r"|i think|i guess|i mean|"
    r"i believe(?!\s(?:the|my|our)\s[\w-]+\W*$|\s(?:him|her|them|you)\W*$|\sin\b)|"
    r"as i said|as you know|of course|in general|generally|oh|ah+|hm+|p\.?s\.?|"
    r"in our team|tbh|imo|@remember|\(\d{1,2}\)(?=\s+[a-z`])|"
    r"\d{1,2}[:)](?=\s+(?:never|always|don['’]?t|do not|no|every|only|please)\b))"
    r"(?:\s+that\b)?[\s,:!.–—-]+)+(?=\S)",
    re.IGNORECASE,
)


_ANNOUNCED = re.compile(
    r"^(?:(?:now|first|next|and|so|oh|ah|ok(?:ay)?|good|great|but|then|also|just|only|here(?:['’]s|\sis))[\s,]+)*"
    r"(?:(?:an?|one|the|another|other|last|quick|small|little|big|important|good|more|new|different|final)\s)*"
    rf"{one_of('announcing nouns')}(?:\s(?:that|which|from|for|of|about|we|i|with|to)\s[^,.;:]{{2,50}})?"
    r"\s?(?::|\s[–—-])\s+(?=\S+\s\S)"
    r"|^(?:(?:good|great|nice|yes|ok(?:ay)?|fine|agreed|right)[\s,]+(?:idea|point|thinking|call)?[\s,]*)?(?:we|i)(?:['’]ll|\swill)?\s(?:do|make|handle|solve)\s(?:it|this|that)\s"
    r"(?:like\s(?:this|so|that)|this\sway|as\sfollows)\s?:\s+"
    r"|^(?:(?:and|so|but|also|ok)[\s,]+)*(?:(?:since|as|while|before|now\sthat)\s(?:you|we|i)(?:['’]\w+)?|(?:house|ground)\srules?)\s[^:.;]{2,60}:\s+(?=\S+\s\S)"
    r"|^(?:final\s|team\s)?decision:\s+(?=[\w.+#-]+(?:\s[\w.+#-]+)?\sit\sis\b)"
    r"|^(?:(?:the|our|my|a|new|another|house|first|hard)\s)*rule(?:\s(?:for|from|of|in|at|on|about)\s[^:;,.]{2,50})?:\s+(?=\S+\s\S)"
    r"|^(?:i\sknow\s(?:what\s)?i\s(?:said|told\syou)[\w\s]{0,30}?(?:,\s|\sbut\s|,\sbut\s))?(?:(?:i|we)(?:['’]?ve|\shave)?\s(?:just\s)?)?changed\s(?:my|our)\sminds?(?:\sagain)?"
    r"\s?[,:;–-]+\s+(?=\S+\s\S)"
    r"|^(?:fine|good|great|ok(?:ay)?|perfect|almost)[,\s]+(?:except|but\snot|apart\sfrom|besides|only)\s(?:for\s)?(?:the|that|this|one)\s[^,.;:]{2,30}:\s+",
    re.IGNORECASE,
)
"""One last thing: what is announced comes behind it."""


_MAY_ANNOUNCE = re.compile(r":| [–—]|\bminds?\b")


@lru_cache(maxsize=1024)
def without_fillers(text: str) -> str:
    """The text from where it begins to say something."""
    plain = _FILLERS.sub("", text, count=1)
    return _ANNOUNCED.sub("", plain, count=1) if _MAY_ANNOUNCE.search(plain) else plain
