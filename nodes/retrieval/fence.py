"""Fences around data, so that it is not read as anything else: no text inside can close one, no line begins anything.

Whatever is remembered may have been written by anybody. It stands on one line of its own, between tags; what could end
the fence, begin a heading, open a block of code or speak as another voice is taken apart, visibly.
"""

import re

from memorist.memory_store.domain.invisible import INVISIBLE

RECALLED = "recalled"
TASK = "task"

_INVISIBLE = re.compile(f"[{INVISIBLE}]")
"""An emoji loses how it is joined."""
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")
_OPENING = "<＜﹤〈⟨‹〈≺⋖"
_TAG = re.compile(
    rf"[{_OPENING}](?=\s*[/⁄∕／\\|｜!?])|(?<!\w)[{_OPENING}](?=[^\W\d_])|"
    rf"[{_OPENING}](?=\s*(?:{RECALLED}|{TASK}|system|user|assistant|instructions?)\b)",
    re.IGNORECASE,
)
"""Opening of a tag, of whatever name: models know many that begin another voice, a tool's answer or a thought. A type
such as ``List<String>`` is none."""
_SPELLED = re.compile(r"&(?:lt|#0*60|#x0*3c);?", re.IGNORECASE)
_VOICE = re.compile(r"<\s*\|+|\|+\s*>|\[/?INST\]|<</?SYS>>", re.IGNORECASE)
_SEVERITY = re.compile(r"\[\s*(block|warn)\s*\]", re.IGNORECASE)
"""Mark of a hard rule in a prompt, which only a rule bears."""
_LEADING = re.compile(r"^[\s#>*=`~_＃﹟-]+")
_TICKS = re.compile(r"`{3,}|~{3,}")
_HEADING = re.compile(r"^(\s*)([#＃﹟]+)", re.MULTILINE)
_RULE = re.compile(r"^(\s*)([=~-]{3,})\s*$", re.MULTILINE)


_HARMLESS = re.compile(r"""[A-Za-z0-9"'(](?:[A-Za-z0-9.,;:!?'"()/%+-]| (?! ))*(?<! )""")
"""Most statements hold nothing that any of the others looks for."""


def one_line(text: str) -> str:
    """``text`` on one line, unable to close a fence, to begin a heading or a block, or to change the voice."""
    if _HARMLESS.fullmatch(text):
        return text
    flat = " ".join(_CONTROL.sub(" ", _INVISIBLE.sub("", text)).split())
    return _LEADING.sub("", _defused(flat)).strip() or "…"


def fenced_task(task: str) -> str:
    """The task as it was given, its lines kept, between tags that it cannot close."""
    lines = [_CONTROL.sub(" ", _INVISIBLE.sub("", line)) for line in task.strip().splitlines()]
    kept = _RULE.sub(r"\1\\\2", _HEADING.sub(r"\1\\\2", _defused("\n".join(lines))))
    return f"<{TASK}>\n{kept}\n</{TASK}>"


def fenced(tag: str, about: str, parts: list[str]) -> str:
    """Parts between tags, with a line that says what they are."""
    return "\n\n".join((f"<{tag}>\n{about}", *parts, f"</{tag}>"))


def _defused(text: str) -> str:
    text = _SEVERITY.sub(r"(\1)", _VOICE.sub("¦", _SPELLED.sub("‹", text)))
    return _TAG.sub("‹ ", _TICKS.sub("ʼʼʼ", text))  # tags last: what stands for ticks are letters
