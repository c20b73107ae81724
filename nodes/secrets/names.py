"""Words that announce a secret: its names in several languages, and what stands between a name and its value."""

NAMES = (
    r"(?:pass(?:word|wd|\s?phrase|code)|passw0rd|(?<![a-z])pwd?|(?<=[A-Za-z0-9]_)pass(?![a-z])|passwort|kennwort|mot\sde\spasse|"
    r"contrase[ñn]a|senha|wachtwoord|парол[ьяюе]|hasł[oa]|heslo|lösenord|adgangskode|salasana|jelszó|şifre|parola|"
    r"secret|account[\s_-]?key|api[\s_-]?key|access[\s_-]?key|secret[\s_-]?key|private[\s_-]?key|"
    r"signing[\s_-]?key|encryption[\s_-]?key|(?:access|auth|bearer|refresh|session|api|bot|deploy|personal\saccess)"
    r"[\s_-]?token|token|credentials?)"
)
NAME_HINTS = (
    *("pass", "kennwort", "mot de", "pw", "secret", "key", "token", "credential", "contrase", "senha", "wachtwoord"),
    *("парол", "hasł", "heslo", "lösenord", "adgangskode", "salasana", "jelszó", "şifre", "parola"),
)
IS = r"is|was|are|ist|lautet|war|heißt|est|es|è|é|to|—|это|är|er|on"
"""Words that join a name and its value in a sentence."""
_PREPOSITION = r"(?:for|of|on|to|in|at|für|fürs|vom|von|zum|pour|de|du|del|para|do|da|od|для|от)"
_NOTE = r"(?:\s?\([^()\n]{1,40}\))"
_PLACE = r"(?:\s(?:wi-?fi|wlan|router|nas|server|vpn|ssh|s?ftp|db|database|e?-?mail|admin|root|laptop|gmail))"
FOR = rf"\s{_PREPOSITION}\s(?:[\w./-]+\s){{1,4}}?"
JOINT = (
    rf"(?:{_PLACE}?{_NOTE}?(?:(?:\s{_PREPOSITION}\s(?:[\w./-]+\s){{0,3}}?[\w./-]+)?{_NOTE}?\s?:\s?|{FOR}(?:[-–—=]\s)?|"
    rf"(?:\s{_PREPOSITION}\s(?:[\w./-]+\s){{0,3}}?[\w./-]+)?\s?,[^,.\n]{{1,30}},\s|['’]s\s|\s[-–—]\s|\s))"
)
"""Words between the name of a secret and its value or the verb: its place, a note in brackets, an aside, a mark."""
ASSIGNED = rf"{_PLACE}?{_NOTE}?(?:\s*(?::=|=>|->|→|=|[:：])|\s*\||>(?!=))"
"""A mark that gives a name its value, behind the place of the secret or a note."""
NOTE = rf"{_NOTE}?"
MIXED = r"(?=[^\s\"'`]{0,200}\d)(?=[^\s\"'`]{0,200}[A-Za-z])[^\s\"'`,;|]"
"""A character of a value that has letters and digits; a bound on how many follows it."""
GENERATED = (
    r"(?=\S{0,200}\d)(?=\S{0,200}(?-i:[a-z]))(?=\S{0,200}(?-i:[A-Z]))"
    r"(?:(?!\S{0,200}(?-i:[a-z]{3}|[A-Z]{3}))|(?=\w{1,100}[!$%^&*?~+=§#]\w))(?!\w+#\d)[^\s\"'`,;|]"
)
"""A character of a value in which both cases and digits are mixed and no word can be read, or a mark stands inside."""
