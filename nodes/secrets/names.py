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
FOR = r"\s(?:for|of|on|to|in|at|für|fürs|vom|von|zum|pour|de|du|del|para|do|da|od|для|от)\s(?:[\w./-]+\s){1,4}?"
FOR_COLON = r"\s(?:for|of|on|to|in|at|für|vom|von|pour|de|du|del|para)\s(?:[\w./-]+\s){0,3}?[\w./-]+\s?:\s?"
MIXED = r"(?=[^\s\"'`]{0,200}\d)(?=[^\s\"'`]{0,200}[A-Za-z])[^\s\"'`,;|]"
"""A character of a value that has letters and digits; a bound on how many follows it."""
