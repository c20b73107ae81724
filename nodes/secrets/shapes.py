"""Shapes of secrets: the declared catalogue, each shape with examples and look-alikes beside it as tests."""

import re

from memorist.nodes.secrets.check_sums import account_length, card_length
from memorist.nodes.secrets.codes import CODES
from memorist.nodes.secrets.names import ASSIGNED, FOR, IS, JOINT, NAME_HINTS, NAMES, NOTE
from memorist.nodes.secrets.passphrases import passphrase_length
from memorist.nodes.secrets.shape import SecretShape
from memorist.nodes.secrets.shape import shape as _shape
from memorist.nodes.secrets.written import WRITTEN

_LOGIN = (
    r"(?:log-?ins?|sign-?in|credentials?|creds|(?:zugangs|anmelde|login)daten|wi-?fi|wlan|"
    r"user\s?name\s(?:and|/)\s(?:password|pw))"
)
_LOGIN_IS = rf"{_LOGIN}{NOTE}(?:{FOR}|\s)?(?:(?:is|are|was|were)\s(?:now\s|still\s)?|[:=]\s?|(?=\S+\s/\s))"
_UP_TO = r"\b[^\n|;&]{0,200}?\s"
"""From a command to one of its options."""
_LOG_IN_WITH = r"(?:log|sign)\s?(?:in|on)\s(?:with|as|using)\s"

SHAPES: tuple[SecretShape, ...] = (
    _shape(
        "private_key",
        r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?"
        r"-----|\Z)",
        "private key",
        flags=re.DOTALL | re.IGNORECASE,
    ),
    _shape("private_key", r"\bAGE-SECRET-KEY-1[A-Z0-9]{50,}", "age-secret-key"),
    _shape(
        "aws_key", r"\b(?:AKIA|ASIA|AGPA|AIDA|AROA|ANPA)[A-Z0-9]{16}\b", "akia", "asia", "agpa", "aida", "aroa", "anpa"
    ),
    _shape(
        "github_token",
        r"(?<![A-Za-z0-9])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})",
        "gh",
        "github_pat_",
    ),
    _shape("gitlab_token", r"\bgl(?:pat|dt|rt|ptt|ft|soat|cbt|agent|oas)-[\w-]{16,}", "gl"),
    _shape("slack_token", r"\b(?:xox[abeoprs]|xapp)-[\w-]{10,}", "xox", "xapp-"),
    _shape(
        "webhook",
        r"https://(?:hooks\.slack\.com/services|discord(?:app)?\.com/api/webhooks|[\w.-]+\.webhook\.office\.com)"
        r"/(?P<secret>[\w/@.-]{16,})",
        "hooks.slack.com",
        "/api/webhooks",
        "webhook.office.com",
    ),
    _shape("stripe_key", r"\b(?:[srp]k_(?:live|test)|whsec)_[A-Za-z0-9]{10,}", "k_live_", "k_test_", "whsec_"),
    _shape("memorist_key", r"\bmk_[0-9a-f]{8,16}_[\w-]{20,}", "mk_"),
    _shape("model_key", r"\bsk-(?=[\w-]{0,200}\d)[A-Za-z0-9_-]{20,}", "sk-"),
    _shape(
        "model_key",
        r"\b(?:hf_[A-Za-z0-9]{30,}|gsk_[A-Za-z0-9]{30,}|xai-[A-Za-z0-9]{30,}|lsv2_[a-z]{2}_\w{30,})",
        "hf_",
        "gsk_",
        "xai-",
        "lsv2_",
    ),
    _shape("google_key", r"\b(?:AIza[\w-]{35}|ya29\.[\w-]{20,}|GOCSPX-[\w-]{20,})", "aiza", "ya29.", "gocspx-"),
    _shape(
        "registry_token",
        r"\b(?:npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|dckr_pat_[\w-]{20,}|rubygems_[a-f0-9]{40,})",
        "npm_",
        "pypi-",
        "dckr_pat_",
        "rubygems_",
    ),
    _shape(
        "mail_key",
        r"\b(?:SG\.[\w-]{16,}\.[\w-]{16,}|key-[0-9a-f]{32}|re_[A-Za-z0-9]{8,}_[A-Za-z0-9]{16,})",
        "sg.",
        "key-",
        "re_",
    ),
    _shape(
        "cloud_token",
        r"\b(?:hv[sbr]\.[\w-]{20,}|do[oprt]_v1_[a-f0-9]{40,}|shp(?:at|ca|pa|ss)_[a-fA-F0-9]{30,}|"
        r"sbp_[a-f0-9]{40,}|dapi[a-f0-9]{32}|dp\.(?:pt|st|sa|ct|scim)\.[A-Za-z0-9.]{30,}|SK[0-9a-f]{32}\b|fo1_[\w-]{30,}|vercel_[\w]{20,})",
        "hv",
        "_v1_",
        "shp",
        "sbp_",
        "dapi",
        "dp.",
        "sk",
        "fo1_",
        "vercel_",
    ),
    _shape("service_token", r"\bgls[ar]_[A-Za-z0-9]{20,}(?:_[0-9A-Fa-f]{8})?\b", "gls"),
    _shape(
        "sql_password",
        r"\b(?:identified\s+(?:with\s+\S{1,40}\s+)?by|with\s+(?:encrypted\s+)?password)\s+(?:password\s+)?"
        r"['\"](?P<secret>(?![<{$%*.]|(?:your|new|my)?_?password['\"])[^'\"\n]{3,200})['\"]",
        "identified",
        "password",
        flags=re.IGNORECASE,
    ),
    _shape(
        "named_secret",
        r"\b(?:key|name)\s*=\s*[\"'][\w.:-]{0,60}(?:password|passwd|pwd|secret|token|api-?key)[\"']\s+"
        r"value\s*=\s*[\"'](?P<secret>(?![<{$%*])[^\"'\n]{3,200})[\"']",
        "value",
        flags=re.IGNORECASE,
    ),
    _shape(
        "seed_phrase",
        r"\b(?:seed|mnemonic|recovery|wallet|backup)[\s-]?(?:phrase|words?|key|seed)?\b[^\n]{0,60}?(?<![a-z])"
        r"(?P<secret>(?:(?!(?:the|and|for|with|are|was|not|but)\b)[a-z]{3,8}[ ,]{1,2}){11,23}"
        r"(?!(?:the|and|for|with|are|was|not|but)\b)[a-z]{3,8})\b",
        "seed",
        "mnemonic",
        "recovery",
        "wallet",
        "backup",
        flags=re.IGNORECASE,
    ),
    _shape(
        "service_token",
        r"(?<![A-Za-z0-9])(?:glsa_|figd_|lin_api_|ntn_|sntrys_|nvapi-|ph[cx]_|pplx-|r8_|PMAK-|tskey-\w{2,8}-|atlasv1\.|ATATT3x|"
        r"pat-\w\w\d-|ops_eyJ|secret_)(?=[A-Za-z0-9=-]{0,100}\d)[A-Za-z0-9=-]{20,}(?![\w-])",
        *("glsa_", "figd_", "lin_api_", "ntn_", "sntrys_", "nvapi-", "phc_", "phx_", "pplx-", "r8_", "pmak-", "tskey-"),
        *("atlasv1.", "atatt3x", "pat-", "ops_eyj", "secret_"),
    ),
    _shape(
        "cookie", r"\bcookie:\s*[\w.-]{1,60}=(?P<secret>(?=[^\s;,]*\d)[^\s;,]{16,})", "cookie:", flags=re.IGNORECASE
    ),
    _shape("bot_token", r"\b\d{8,10}:AA[\w-]{32,}", ":aa"),
    _shape("json_web_token", r"\beyJ[\w-]{8,2000}\.[\w-]{8,}\.[\w-]*", "eyj"),
    _shape(
        "url_password",
        r"\b[a-z][a-z0-9+.-]{0,30}://[^\s/:@]*:(?P<secret>[^\s/]{3,200}?)@(?=[\w.-]+(?:[^\w.@-]|$))",
        "://",
        flags=re.IGNORECASE,
        value=True,
    ),
    _shape(
        "bearer_token",
        r"\b(?:bearer|basic)\s+(?P<secret>(?=\S*[\d=])[\w.~+/-]{16,}=*)",
        "bearer",
        "basic",
        flags=re.IGNORECASE,
    ),
    _shape(
        "named_secret",
        rf"{NAMES}(?:[_-]\w{{1,40}})?[\"'`*\\]{{0,4}}{ASSIGNED}\s*[*\\]{{0,4}}\s*"
        rf"(?:''(?=')|\"\"(?=\")|[|>][-+]?[ \t]*\n\s*)?"
        rf"(?:(?P<q>[\"'`])(?P<quoted>[^\"'`\n]{{4,}}?)\\{{0,2}}(?P=q)|(?P<secret>[^\s\"'`,;)<|*\\]{{6,}}))",
        *NAME_HINTS,
        flags=re.IGNORECASE,
        value=True,
    ),
    _shape(
        "command_password",
        r"\s--?(?:pass(?:word|wd)?|pwd|token|api-?key)[ =][\"']?(?P<secret>[^\s\"']{6,})",
        "-pass",
        "-pwd",
        "-token",
        "-api",
        flags=re.IGNORECASE,
        value=True,
    ),
    _shape(
        "command_password",
        rf"\b(?:mysql(?:dump|admin)?|mariadb){_UP_TO}-p[\"']?(?P<secret>(?![\d:]+(?:\s|$))[^\s\"']{{4,}})",
        "mysql",
        "mariadb",
    ),
    _shape(
        "command_password",
        rf"\b(?:curl|wget|http){_UP_TO}(?:-u|--user)[ =]?[\"']?[\w.@-]{{1,60}}:(?P<secret>[^\s\"']{{3,}})",
        "-u",
    ),
    _shape(
        "command_password",
        rf"\b(?:sshpass\s-p|redis-cli{_UP_TO}-a|docker\slogin{_UP_TO}-p|mongosh?{_UP_TO}-p)\s?[\"']?"
        r"(?P<secret>(?=[^\s\"']*[\d!@#$%^&*])[^\s\"']{4,})",
        "sshpass",
        "redis-cli",
        "docker login",
        "mongo",
    ),
    _shape(
        "spoken_password",
        rf"\b{NAMES}s?\b{JOINT}"
        rf"(?:(?:{IS}|got|has\sbeen)\s)?(?:now\s|still\s|jetzt\s|nun\s|maintenant\s)?"
        r"(?:(?:changed|set|reset|updated|rotated|switched)\s)?(?:from\s\S{1,80}\s)?(?:to\s)?"
        r"[\"'`]?(?P<secret>(?=[^\s\"'`]*\d)(?=[^\s\"'`]*[A-Za-z])[^\s\"'`,;]{6,})",
        *NAME_HINTS,
        flags=re.IGNORECASE,
        value=True,
    ),
    _shape(
        "spoken_password",
        rf"\b{NAMES}s?\b[^.\n]{{0,40}}?\sfrom\s[\"'`]?(?P<secret>(?=[^\s\"'`]*\d)(?=[^\s\"'`]*[A-Za-z])[^\s\"'`,;]{{6,}})"
        r"(?=[\"'`]?\sto\s)",
        *NAME_HINTS,
        flags=re.IGNORECASE,
        value=True,
    ),
    _shape(
        "login",
        rf"\b(?:{_LOGIN_IS}|{_LOG_IN_WITH})[\"'`]?(?P<name>[\w.@+-]{{2,40}})\s?[/:|]\s?[\"'`]?(?P<secret>[^\s\"'`,;/]{{4,}})",
        "log",
        "sign",
        "cred",
        "user",
        "wifi",
        "wi-fi",
        "wlan",
        "daten",
        flags=re.IGNORECASE,
        value=True,
    ),
    _shape(
        "passphrase",
        rf"\bpass\s?(?:phrase|words?|code)s?\b(?:{FOR}|\s)?(?:(?:is|was|are)\s(?:now\s|still\s)?|\s?:\s?)"
        r"[\"'“`]?(?=(?P<secret>[A-Za-z][\w'’-]*(?:[ ][A-Za-z][\w'’-]*){2,11}))",
        "pass",
        flags=re.IGNORECASE,
        length=passphrase_length,
    ),
    _shape(
        "payment_card",
        r"(?<![\w.+-])(?=(?P<secret>\d(?:[ .\n\u00a0\u2009\u202f–-]?\d){12,23}))",
        *"23456",
        length=card_length,
    ),
    _shape(
        "bank_account",
        r"(?<![A-Za-z0-9])(?<![0-9a-f]{4}-)(?=(?P<secret>[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]){11,36}))",
        *"0123456789",
        flags=re.IGNORECASE,
        length=account_length,
    ),
    _shape(
        "pin",
        r"(?:\b(?-i:PIN)s?\b|\bpin(?=[\s-]?(?:code|number|nummer)\b)|\b(?:my|our|your|his|her|card|sim|door|gate|alarm|safe|phone|meine?|unsere?)"
        r"(?:['’]s)?\s(?:[\w-]{1,20}(?:['’]s)?\s){0,2}pin\b)(?:[\s-]?(?:code|number|nummer)\b)?[^\n.?!;\d]{0,40}?"
        r"(?:\b(?:is|was|to|ist|lautet|war|est|es)\b|[:=#]|\s)\s*(?P<secret>\d{4,8})\b(?![.,:/-]?\d)",
        "pin",
        flags=re.IGNORECASE,
    ),
    _shape(
        "pin",
        rf"\bpin(?:\sfor\s(?:[\w-]+\s){{1,4}}?(?:=\s?)?|{NOTE}\s?)(?:(?:is|was|ist|lautet)\s|['’]s\s|:\s?|(?<==)\s?|(?<==\s))(?:now\s|still\s|jetzt\s)?"
        r"(?P<secret>\d{4,8})\b(?![.,:/-]?\d|\s(?:[cmk]?m|inch\w*)\b)",
        "pin",
        flags=re.IGNORECASE,
    ),
    *WRITTEN,
    *CODES,
)
"""In the order in which they are looked for: what has a shape of its own comes before what is only named."""
