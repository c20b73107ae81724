"""Numbers that prove themselves: payment cards and bank accounts, told from other digits by length and check sum."""

import hashlib
import re
from collections.abc import Iterable, Iterator

_CARD_BRANDS = re.compile(
    r"4\d{12}(?:\d{3}){0,2}|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|"
    r"6(?:011|5\d\d|4[4-9]\d)\d{12}|3(?:0[0-5]|[68]\d)\d{11}|35(?:2[89]|[3-8]\d)\d{12}|62\d{14,17}|"
    r"(?:5018|5020|5038|5893|6304|6759|676[1-3])\d{8,15}"
)
"""First digits and lengths that are given out (ISO/IEC 7812)."""

ACCOUNT_LENGTHS = {
    pair[:2]: int(pair[3:])
    for pair in (
        "AD:24 AE:23 AL:28 AT:20 AZ:28 BA:20 BE:16 BG:22 BH:22 BR:29 CH:21 CR:22 CY:28 CZ:24 DE:22 DK:18 DO:28 EE:20 "
        "ES:24 FI:18 FO:18 FR:27 GB:22 GE:22 GI:23 GL:18 GR:27 GT:28 HR:21 HU:28 IE:22 IL:23 IS:26 IT:27 JO:30 KW:30 "
        "KZ:20 LB:28 LI:21 LT:20 LU:20 LV:21 MC:27 MD:24 ME:22 MK:19 MT:31 MU:30 NL:18 NO:15 PK:24 PL:28 PS:29 PT:25 "
        "QA:29 RO:24 RS:22 SA:24 SE:24 SI:19 SK:24 SM:27 TN:24 TR:26 UA:29 VG:24 XK:20"
    ).split()
}
"""Length of account numbers, by country (ISO 13616)."""


def luhn(said: str) -> bool:
    """Return true if the digits of a text keep the check sum of payment cards."""
    digits = [int(c) for c in said if c.isdigit()][::-1]
    doubled = (sum(divmod(2 * d, 10)) for d in digits[1::2])
    return len(set(digits)) > 1 and (sum(digits[::2]) + sum(doubled)) % 10 == 0


def iban(said: str) -> bool:
    """Return true if a text keeps the check sum of bank accounts (ISO 13616)."""
    plain = "".join(said.split()).replace("-", "").upper()
    if not (15 <= len(plain) <= 34 and plain.isascii() and plain.isalnum()):
        return False
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


def card_length(said: str) -> int:
    """Return the length of the payment card number at the beginning of a text; 0 if there is none."""
    return next((end for end in _ends(said, range(19, 12, -1)) if _is_card(said[:end])), 0)


def account_length(said: str) -> int:
    """Return the length of the bank account number at the beginning of a text; 0 if there is none."""
    wanted = ACCOUNT_LENGTHS.get(said[:2].upper(), 0)
    return next((end for end in _ends(said, (wanted,)) if iban(said[:end])), 0)


def _is_card(said: str) -> bool:
    plain = re.sub(r"\D", "", said)
    return bool(_CARD_BRANDS.fullmatch(plain)) and luhn(plain)


def _ends(said: str, counts: Iterable[int]) -> Iterator[int]:
    """Return the ends of so many letters and digits, if the number ends there as well."""
    places = [place for place, c in enumerate(said) if c.isalnum()]
    for count in counts:
        if 0 < count <= len(places) and not said[(end := places[count - 1] + 1) : end + 1].isalnum():
            yield end


_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"


def wallet_key_length(said: str) -> int:
    """Return the length of a wallet's private key (Base58Check); 0 if the text is no such key."""
    number = 0
    for character in said:
        number = number * 58 + _BASE58.index(character)
    plain = number.to_bytes((number.bit_length() + 7) // 8, "big")
    twice = hashlib.sha256(hashlib.sha256(plain[:-4]).digest()).digest()
    return len(said) if twice[:4] == plain[-4:] else 0
