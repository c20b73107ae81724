"""Shapes of codes and keys that prove who somebody is: one-time codes, wallets, numbers of cards and offices."""

import re

from memorist.nodes.secrets.check_sums import wallet_key_length
from memorist.nodes.secrets.names import IS, JOINT
from memorist.nodes.secrets.shape import SecretShape, shape

_BASE58 = "1-9A-HJ-NP-Za-km-z"
_SECOND_FACTOR = r"(?:2fa|mfa|totp|otp|two[\s-]factor|authentication|authenticator)"
_SECOND = rf"(?:verification|one[\s-]time|{_SECOND_FACTOR})"
_SENT = (
    r"(?:(?:security|login|log-in|sign-?in|access|confirmation)\scode|(?:bestätigungs|sicherheits|anmelde)code|"
    r"code\sde\s(?:vérification|sécurité|verificación|seguridad))"
)
"""Codes that a service sends to whoever logs in."""
_DIGITS = r"(?<![\w./-])(?<!\d:)(?:[A-Z]-)?\d{3}[ -]?\d{1,5}\b(?![.,:/-]?\d)"

CODES: tuple[SecretShape, ...] = (
    shape("wallet_key", rf"\b[xyzt]prv[{_BASE58}]{{100,112}}\b", "prv"),
    shape(
        "wallet_key",
        rf"\b(?=[5KLc9])(?P<secret>[{_BASE58}]{{51,52}})\b",
        *"5klc9",
        length=wallet_key_length,
    ),
    shape(
        "wallet_key",
        r"\b(?P<secret>(?:0x)?[0-9a-fA-F]{64})\b(?=\s(?:is|was|ist)\s(?:the|my|our|der)\s(?:\w+\s){0,2}?(?:private\s)?key\b)",
        "key",
    ),
    shape(
        "one_time_code",
        rf"\b(?:(?-i:m?TAN|OTP|TOTP)|{_SECOND}\s(?:code|pin|number)|{_SENT})\b[^\n.?!;\d]{{0,30}}?(?P<secret>{_DIGITS})",
        *("tan", "otp", "verification", "time", "2fa", "mfa", "factor", "authent", "code"),
        flags=re.IGNORECASE,
    ),
    shape(
        "one_time_code",
        rf"(?P<secret>{_DIGITS})\s(?:is|as|ist|est|es|als|comme|como)\s(?:your|dein|ihr|votre|tu|su)\s(?:[\w-]{{2,20}}\s)?"
        rf"(?:(?-i:m?TAN|OTP|TOTP)|{_SECOND}\s(?:code|pin|number)|{_SENT})\b",
        *("tan", "otp", "verification", "time", "2fa", "mfa", "factor", "authent", "code"),
        flags=re.IGNORECASE,
    ),
    shape(
        "one_time_code",
        rf"(?P<secret>{_DIGITS})\s(?:is|ist|est|es)\s(?:your|dein|ihr|votre|tu|su)\s(?-i:[A-Z][\w.-]*[a-z]\w*)\scode\b",
        "code",
        flags=re.IGNORECASE,
    ),
    shape(
        "one_time_code",
        rf"\b(?:your|dein|ihr|votre|tu|su)\s(?-i:[A-Z][\w.-]*[a-z]\w*)\s(?:code|{_SENT})(?:\s(?:is|ist|est|es))?\s?:?\s(?P<secret>{_DIGITS})"
        r"(?=\s*(?:$|[.,;!)\n]))",
        "code",
        flags=re.IGNORECASE,
    ),
    shape(
        "one_time_code",
        rf"\b{_SECOND_FACTOR}\s(?:set-?up\s)?(?:seed|secret|key)s?\b{JOINT}(?:(?:{IS})\s)?"
        r"(?P<secret>(?=[A-Z2-7 ]{0,60}[2-7])(?:[A-Z2-7]{16,64}|[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}))\b",
        *("2fa", "mfa", "factor", "authent", "otp"),
        flags=re.IGNORECASE,
    ),
    shape(
        "backup_codes",
        rf"\b(?:(?:{_SECOND}\s)?(?:backup|recovery)\s(?:codes?|keys?)|(?:licen[cs]e|product|activation)\skeys?)\b[^\n\d]{{0,30}}?"
        r"(?<![\w-])(?P<secret>(?=[\w-]*\d)(?=[\w-]*[A-Za-z]|(?:\d+-){2})(?:[A-Za-z0-9]{4,8}-){1,12}[A-Za-z0-9]{4,8}(?:[,;]?\s(?=[\w-]*\d)(?:[A-Za-z0-9]{4,8}-){1,12}"
        r"[A-Za-z0-9]{4,8})*)(?![\w-])",
        *("backup", "recovery", "key"),
        flags=re.IGNORECASE,
    ),
    shape(
        "card_code",
        r"\b(?:CVV2?|CVC2?|card\s(?:verification|security)\scode)\b[^\n.?!;\d]{0,20}?(?P<secret>\d{3,4})\b(?![.,:/-]?\d)",
        *("cvv", "cvc", "card"),
        flags=re.IGNORECASE,
    ),
    shape(
        "social_security_number",
        r"\b(?:SSN|social\ssecurity(?:\s(?:number|no\.?))?)\b[^\n.?!;\d]{0,30}?(?P<secret>\d{3}[- ]?\d{2}[- ]?\d{4})\b",
        *("ssn", "social"),
        flags=re.IGNORECASE,
    ),
)
