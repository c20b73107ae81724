"""Shapes of codes and keys that prove who somebody is: one-time codes, wallets, numbers of cards and offices."""

import re

from memorist.nodes.secrets.check_sums import wallet_key_length
from memorist.nodes.secrets.shape import SecretShape, shape

_BASE58 = "1-9A-HJ-NP-Za-km-z"
_SECOND = r"(?:verification|one[\s-]time|2fa|mfa|two[\s-]factor|authentication|authenticator)"

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
        rf"\b(?:(?-i:m?TAN|OTP|TOTP)|{_SECOND}\s(?:code|pin|number))\b[^\n.?!;\d]{{0,30}}?"
        r"(?P<secret>\d{3}[ -]?\d{1,5})\b(?![.,:/-]?\d)",
        *("tan", "otp", "verification", "time", "2fa", "mfa", "factor", "authent"),
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
