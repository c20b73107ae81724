"""Shapes of secrets in files, commands and addresses, and of passwords that stand before or below their name."""

import re

from memorist.nodes.secrets.names import GENERATED, MIXED, NAME_HINTS, NAMES, NOTE
from memorist.nodes.secrets.shape import SecretShape, shape

_PIPED_INTO = r"(?:sudo\s+-S|su\b|docker\s+login|gh\s+auth|passwd|chpasswd|openssl|gpg|kinit|cryptsetup)"
_BELOW = r"(?:below|follows|next\sline|folgt|unten|nächsten\sZeile|ci-dessous|abajo)"
_SERVICES = (
    *("rdp", "ssh", "ftp", "sftp", "smb", "vnc", "vpn", "telnet", "imap", "smtp", "mail", "email", "nas", "router"),
    *("server", "host", "box", "account"),
)
"""Words before the address, the user and the password of a login that are noted in a row."""
_BESIDE = r"[ ,:=]{1,2}"

WRITTEN: tuple[SecretShape, ...] = (
    shape(
        "crypt_hash",
        r"\$(?:2[abxy]|1|5|6|y|apr1|argon2(?:id|i|d)|scrypt|pbkdf2[\w-]{0,20})\$[\w./$+=,-]{20,}",
        *("$2", "$1$", "$5$", "$6$", "$y$", "$apr1$", "$argon2", "$scrypt$", "$pbkdf2"),
    ),
    shape(
        "signed_address",
        r"[?&](?:sig|signature|hmac|x-(?:amz|goog)-(?:signature|security-token)|key|api_?key|auth|sas|access_?token|token)="
        r"(?P<secret>(?=[^\s&]{0,400}\d)(?=[^\s&]{0,400}[A-Za-z])[\w%.~+/-]{16,}=*)",
        *("sig", "hmac", "key=", "auth", "sas=", "token="),
        flags=re.IGNORECASE,
    ),
    shape("url_token", r"\bhttps?://(?P<secret>(?=[^\s/@:]*\d)[\w.-]{16,})@[\w.-]+", "://"),
    shape(
        "url_password",
        rf"(?<![\w/:@.-])[\w.-]{{2,40}}:(?!//)(?P<secret>{MIXED}{{8,200}}?)@[\w-]+(?:\.[a-z][\w-]*)+",
        "@",
        flags=re.IGNORECASE,
    ),
    shape("private_key", r"Private-Lines:\s*\d+\s+(?P<secret>[A-Za-z0-9+/=\s]{12,}+)", "private-lines"),
    shape(
        "named_secret",
        rf"^[ \t]*[*#_-]{{0,3}}{NAMES}s?[*_]{{0,2}}[ \t]*:?[ \t]*\n{{1,2}}[ \t]*(?P<secret>{MIXED}{{6,200}})[ \t]*$",
        *NAME_HINTS,
        flags=re.IGNORECASE | re.MULTILINE,
        value=True,
    ),
    shape(
        "spoken_password",
        rf"\b{NAMES}s?\b(?:[^\n:]{{0,60}}:|[^\n:]{{0,40}}\b{_BELOW}\b\.?)"
        rf"[ \t]*\n{{1,2}}[ \t]*[\"'`]?(?P<secret>{MIXED}{{6,200}})[\"'`]?[ \t]*$",
        *NAME_HINTS,
        flags=re.IGNORECASE | re.MULTILINE,
        value=True,
    ),
    shape(
        "named_secret",
        r"\bset(?:Password|Passwd|Secret|Token|ApiKey)\(\s*[\"'](?P<secret>[^\"'\n]{4,200})[\"']|"
        r"ConvertTo-SecureString\s+(?:-String\s+)?['\"](?P<quoted>[^'\"\n]{3,200})['\"]",
        *("setpass", "setsecret", "settoken", "setapikey", "securestring"),
        flags=re.IGNORECASE,
    ),
    shape(
        "named_secret",
        r"<input\b[^>]{0,200}?type=[\"']?password\b[^>]{0,200}?value=[\"']?(?P<secret>[^\"'\s>]{3,200})",
        "<input",
        flags=re.IGNORECASE,
    ),
    shape(
        "named_secret",
        r"\bkind:\s*Secret\b[\s\S]{0,600}?\b(?:data|stringData):[ \t]*\n"
        r"(?P<secret>(?:[ \t]+[\w.-]+:[ \t]*\S+(?:\n|\Z))+)",
        "secret",
    ),
    shape(
        "command_password",
        rf"\becho\s+(?:-n\s+)?[\"']?(?:[\w.-]{{1,40}}:)?(?P<secret>[^\s\"'|]{{4,200}})[\"']?\s*\|\s*{_PIPED_INTO}",
        "echo",
    ),
    shape(
        "command_password",
        r"\b(?:openssl\b[^\n|;&]{0,200}?\s(?:-k\s+|-pass(?:in|out)?\s+pass:)|7z\w?\b[^\n|;&]{0,200}?\s-p|"
        r"zip\b[^\n|;&]{0,200}?\s-P\s+|user(?:add|mod)\b[^\n|;&]{0,200}?\s-p\s+|htpasswd\s+-\w*b\w*\s+\S+\s+\S+\s+|"
        r"smbclient\b[^\n|;&]{0,200}?\s-U\s*[\w.-]+%|gh\s+secret\s+set\b[^\n|;&]{0,200}?\s(?:-b|--body)[ =])"
        r"[\"']?(?P<secret>(?!-|\$)[^\s\"']{4,})",
        *("openssl", "7z", "zip", "useradd", "usermod", "htpasswd", "smbclient", "gh secret"),
    ),
    shape(
        "command_password",
        r"\bnet\suse\b[^\n]{0,200}?\s(?P<secret>[^\s\\/\]]{4,})\s/user:",
        "net use",
        flags=re.IGNORECASE,
    ),
    shape(
        "spoken_password",
        rf"(?<![\w.-])(?P<secret>{MIXED}{{6,200}})[\"'`]?\s(?:as|is|ist|est|es|als|comme|como)\s(?:[\w'’-]+\s){{0,4}}?{NAMES}\b(?!\s?-)",
        *NAME_HINTS,
        flags=re.IGNORECASE,
        value=True,
    ),
    shape(
        "spoken_password",
        r"(?:密码|密碼|口令|パスワード|비밀번호|암호)\s?(?:是|为|為|：|:|は|が|은|는|=)?\s?[\"“「]?(?P<secret>[!-~]{4,})",
        *("密码", "密碼", "口令", "パスワード", "비밀번호", "암호"),
    ),
    shape(
        "spoken_password",
        rf"\b(?:creds?|credentials|log-?in){NOTE}\s?[:=]\s?(?:[\w.@+-]{{2,40}}\s|(?={GENERATED}{{7}}))"
        rf"(?P<secret>{MIXED}{{6,200}})",
        *("cred", "login", "log-in"),
        flags=re.IGNORECASE,
        value=True,
    ),
    shape(
        "login",
        rf"\b(?:{'|'.join(_SERVICES)})\b(?:{_BESIDE}[\w-]{{1,30}}){{0,2}}?"
        rf"{_BESIDE}(?:[\w.+-]{{1,60}}@)?[\w-]{{1,60}}(?:\.[\w-]{{1,60}}){{1,8}}"
        rf"(?:{_BESIDE}[\w.@+-]{{2,40}}){{0,2}}?{_BESIDE}(?P<secret>{GENERATED}{{7,200}})",
        *_SERVICES,
        flags=re.IGNORECASE,
        value=True,
    ),
    shape(
        "login",
        r"\b(?:user(?:\s?name)?|usr|log-?in|account|benutzer(?:name)?|konto)[:=]?\s[\w.@+-]{2,40}[,;]?\s"
        r"(?:with\s|and\s|mit\s|und\s)?"
        rf"pass(?:[:=]\s?|\s(?={GENERATED}{{7}}))(?P<secret>{MIXED}{{6,200}})",
        "pass",
        flags=re.IGNORECASE,
        value=True,
    ),
)
"""Looked for after the shapes of their own."""
