"""Known issues, their workarounds, and the releases that end them."""

import re
from collections.abc import Sequence

from memorist.memory_store.domain.claim import Claim
from memorist.nodes.ingestion.draft import Draft
from memorist.nodes.ingestion.extract.clause import Clause
from memorist.nodes.ingestion.extract.patterns.pattern import (
    Example,
    Pattern,
    cues,
    draft_of,
    rx,
    value_claim,
)
from memorist.nodes.ingestion.extract.workaround import Workaround, issue_of, workaround_in, workaround_procedure
from memorist.nodes.language.gazetteer import find_entities, platforms_said

TROUBLE = (
    r"(?:issues?|bugs?|problems?|errors?|leaks?|flicker\w*|crash\w*|race\sconditions?|regressions?|glitch\w*|"
    r"limitations?|trouble|failures?|timeouts?|jank|lag|memory\sleaks?)"
)
MISBEHAVES = (
    r"(?:flickers?|crash(?:es|ed)?|leaks?|breaks?|broke|fails?|failed(?!\s(?:jobs?|payments?|tests?|requests?|calls?|builds?|messages?|logins?|uploads?|runs?|ones)\b)|freezes?(?!\s(?:is|was|on|has|will|starts?|ends?|begins?|date|period|until|from))|froze|hangs?|stutters?|deadlocks?|"
    r"lags|misrenders?|(?:is|are|was|were|gets?|got|became|becomes)\s(?:\w+\s)?(?:broken|buggy|flaky|slow|"
    r"unstable|janky|unreliable|unresponsive|incompatible)"
    r"|(?:does(?:\snot|n['’]t)|do(?:\snot|n['’]t)|did(?:\snot|n['’]t)|won['’]?t)\s(?:work|build|compile|render|"
    r"load|start|update|refresh|install)|times?\sout|timed\sout|throws?|(?:loses?|drops?|swallows?|corrupts?|"
    r"duplicates?|ignores?)\s\w+)"
)


def _has_issue(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    subject = found["subject"].strip(" ,")
    if re.match(r"(?:i|we|you|they|he|she|it|this|that|there|the team)\b", subject, re.IGNORECASE):
        return []
    named = [m for m in find_entities(subject) if m.kind != "entity:person"]
    where = (
        re.sub(r"^(?:in|on|for|under|when\susing|with)\s", "", found["where"].strip(" ,"), count=1)
        if found["where"]
        else ""
    )
    issue = found["issue"].strip()
    if re.match(r"\s*with\s", found["where"] or "", re.IGNORECASE):
        issue, where = f"{issue} {found['where'].strip()}", ""
    polarity = not (found["neg"] or re.match(r"(?:no|never|not|zero|without)\s", issue, re.IGNORECASE))
    issue = re.sub(
        r"^(?:never had|no|never|not|zero|some|a|an|any|many|several|known|serious|the)\s",
        "",
        issue,
        flags=re.IGNORECASE,
    )
    who = named[0].canonical if named else re.sub(r"^(?:the|our|my)\s", "", subject, flags=re.IGNORECASE)
    claim = value_claim(who, "has_issue", issue, qualifier=where, polarity=polarity).model_copy(
        update={"platforms": platforms_said(f"{where} {subject}")}
    )
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim, tags=("known_issue",))]


_NAMES_NOTHING = re.compile(
    r"(?:(?:ya|yeah|yep|yes|ok(?:ay)?|no|nah|so|and|but|well|oh|then|also|please|pls|just|maybe|rather|better|let['’]?s|simply)\W*)+",
    re.IGNORECASE,
)
"""Ya just drop the column: a thing to do, and nobody loses anything."""


_IS_PLANNED = re.compile(r"\s(?:on|at|before|until|till|in)\s[^,;]{2,40}?,?\s(?:but|it\sstarts)\b", re.IGNORECASE)


def _misbehaves(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    if re.match(
        r"(?:i|we|you|they|he|she|it|this|that|there|what|if|when(?:ever)?|once|before|after|every\stime)\b",
        found["subject"].strip(),
        re.IGNORECASE,
    ):
        return []
    if clause.mentions and clause.mentions[0].start == 0 and clause.mentions[0].kind == "entity:person":
        return []
    if _NAMES_NOTHING.fullmatch(found["subject"].strip()):
        return []
    if re.search(r"\b(?:claim|say|think|thought|said|insist|believe|swear)s?\b", found["subject"], re.IGNORECASE):
        return []  # somebody says so
    if _IS_PLANNED.match(clause.core, found.end()):
        return []  # it doesn't start on the 2nd but on Monday: when it does is told
    if re.search(r"\s[-–—]\s", found["subject"]) or "like this" in found["subject"]:
        return []  # "closing the month goes like this - freeze postings" tells how
    subject, issue = issue_of(clause.core)
    claim = value_claim(subject, "has_issue", issue).model_copy(update={"platforms": platforms_said(clause.core)})
    return [draft_of(clause, type="semantic:fact", confidence=0.85, claim=claim, tags=("known_issue",))]


_NAMES_NO_ISSUE = re.compile(r"(?:an?\s|the\s)?(?:known\s|old\s)?(?:bug|issue|problem|thing)s?", re.IGNORECASE)
"""Known bug, workaround is the exemption: which one, another sentence tells."""


def _with_workaround(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    known: Workaround | None = workaround_in(clause.said)
    if known is None or _NAMES_NO_ISSUE.fullmatch(known.issue):
        return []
    subject, issue = issue_of(known.issue or clause.core)
    condition = known.condition or clause.bounds.condition
    claim = value_claim(subject, "has_issue", issue).model_copy(update={"platforms": platforms_said(clause.said)})
    fact = draft_of(
        clause,
        type="semantic:fact",
        confidence=0.9,
        claim=claim,
        content=known.fact_wording(),
        tags=("known_issue",),
        valid_until_condition=condition,
    )
    content, details = workaround_procedure(known, subject)
    steps = draft_of(
        clause, type="procedural", confidence=0.9, content=content, details=details, valid_until_condition=condition
    )
    return [fact, steps] if known.issue else [steps]


def release_name(text: str) -> str:
    """ "nativewind v4.1" → "NativeWind 4.1": the form in which conditions are compared."""
    for mention in find_entities(text):
        if tail := re.match(r"\s*(?:version\s|v)?(\d[\w.]*)", text[mention.end :]):
            return f"{mention.canonical} {tail[1].rstrip('.')}"
    return re.sub(r"\bv(?=\d)", "", text).strip()


def _about_release(clause: Clause, claim: Claim, name: str) -> Draft:
    """A release ends what was to last until then; it is about the product, also where no list holds that."""
    draft = draft_of(
        clause, type="semantic:fact", confidence=0.9, claim=claim, resolves=(name,), by_user=not clause.hypothetical
    )
    product = re.sub(r"\s\d[\w.]*$", "", name)
    return draft.model_copy(update={"entities": tuple(dict.fromkeys((product, *draft.entities)))})


def _released(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    name = release_name(found["what"])
    fixed = re.sub(r"^(?:the|our|that|a)\s", "", (found["issue"] or "").strip(" ,"), flags=re.IGNORECASE)
    claim = value_claim(name, "fixes", fixed) if fixed else value_claim(name, "is", "released")
    return [_about_release(clause, claim, name)]


def _fixed_in(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    name = release_name(found["what"])
    claim = value_claim(
        name, "fixes", re.sub(r"^(?:the|our|that|a)\s", "", found["issue"].strip(), flags=re.IGNORECASE)
    )
    return [_about_release(clause, claim, name)]


def _solved(clause: Clause, found: re.Match[str]) -> Sequence[Draft]:
    """An issue that is gone: told as a denial of it."""
    issue = re.sub(
        r"^(?:the|our|that|this|a)\s", "", (found["issue"] or found["what"]).strip(" ,"), flags=re.IGNORECASE
    )
    named = [m for m in find_entities(issue) if m.kind != "entity:person"]
    claim = value_claim(named[0].canonical if named else issue, "has_issue", issue, polarity=False)
    by_user = not clause.hypothetical
    return [draft_of(clause, type="semantic:fact", confidence=0.9, claim=claim, tags=("known_issue",), by_user=by_user)]


_RELEASE = r"(?P<what>[\w@./+# -]{1,50}?\s(?:version\s)?v?\d[\w.]*)"
_A_PAUSE = re.compile(
    r"(?:(?:the|a|an|our|my|this|that)\s)?(?:(?:feature|code|hiring|price|release|merge|deploy(?:ment)?|spending|pay)\sfreeze|"
    r"(?:the|a|our|my|this|that|summer|winter|lunch|coffee|tea|christmas|semester|term)\sbreak)\b",
    re.IGNORECASE,
)
"""The break lasted four months: nothing is broken."""
_OR_WE_LOSE = re.compile(r"\bor\s(?:else\s)?(?:we|i|you|they|he|she)\s(?:lose|drop|miss|break|fail)", re.IGNORECASE)
"""By the 3rd, or we lose the slot: what would happen."""

PATTERNS = (
    Pattern(
        name="release",
        regex=rx(
            rf"^{_RELEASE}\s(?:(?:is|was|has\sbeen|got)\s(?:now\s|finally\s)?(?:out|released|published|available|"
            rf"shipped|here|live)|(?:just\s|finally\s)?(?:shipped|landed|came\sout|dropped|arrived))(?:\s(?:now|"
            rf"today|yesterday))?(?:,?\s(?:and\s|which\s|that\s|it\s|also\s|finally\s)*(?:fix(?:es|ed)|solv(?:es|"
            rf"ed)|resolv(?:es|ed)|ends?|address(?:es|ed))\s(?P<issue>.+))?"
        ),
        build=_released,
        cues=cues("out released published available shipped here live landed came dropped arrived"),
        examples=(
            Example(
                "NativeWind 4.1 is out and fixes the Pressable flicker",
                ("NativeWind 4.1 fixes Pressable flicker",),
                "semantic:fact",
            ),
            Example("Expo SDK v53 has been released", ("Expo 53 is released",)),
            Example(
                "prisma 6.2 finally landed, which fixes the connection leak", ("Prisma 6.2 fixes connection leak",)
            ),
        ),
        counter_examples=("Dana is out", "The parcel is here"),
    ),
    Pattern(
        name="release_fixes",
        regex=rx(rf"^{_RELEASE}\s(?:also\s|finally\s)?(?:fixes|fixed|solves|solved|resolves|resolved)\s(?P<issue>.+)$"),
        build=_released,
        cues=cues("fixes fixed solves solved resolves resolved"),
        examples=(Example("Hermes 0.13 fixes the Intl crash", ("Hermes 0.13 fixes Intl crash",)),),
        counter_examples=("We fixed the Intl crash",),
    ),
    Pattern(
        name="fixed_in",
        regex=rx(
            rf"^(?P<issue>[^,]+?)\s(?:is|was|got|has\sbeen|are)\s(?:now\s|finally\s)?(?:fixed|solved|resolved|"
            rf"gone)\s(?:in|with|by|since|as\sof)\s{_RELEASE}"
        ),
        build=_fixed_in,
        cues=cues("fixed solved resolved gone"),
        examples=(Example("The keyboard bug is fixed in Expo 52", ("Expo 52 fixes keyboard bug",)),),
        counter_examples=("The keyboard bug is fixed",),
    ),
    Pattern(
        name="solved",
        regex=rx(
            rf"^(?:(?:we|i|the\steam|(?-i:[A-Z][a-z]+))(?:['’]ve|\shave|\shas)?\s(?:just\s|finally\s|now\s)*(?:fixed|solved|resolved|patched|squashed)\s"
            rf"(?P<issue>(?:the|our|that|this)\s[^,;]*?\b{TROUBLE}\b[^,;]*?)|(?P<what>[^,;]*?\b{TROUBLE}\b[^,;]*?)\s(?:is|was|are|were|has\sbeen|have\s"
            r"been|got)\s(?:now\s|finally\s|all\s)*(?:fixed|solved|resolved|patched|gone|sorted(?:\sout)?))(?:\s(?:now|today|yesterday|since\s.+))?$"
        ),
        build=_solved,
        cues=cues("fixed solved resolved patched squashed gone sorted"),
        examples=(
            Example("The Safari crash is fixed", ("Safari has_issue not Safari crash",), "semantic:fact"),
            Example(
                "we finally fixed the memory leak in the worker",
                ("memory leak in the worker has_issue not memory leak in the worker",),
            ),
        ),
        counter_examples=("The crash is fixed in Expo 52", "We fixed the date", "is the crash fixed"),
    ),
    Pattern(
        name="workaround",
        regex=rx(r"\bwork.?around\b"),
        build=_with_workaround,
        cues=cues("workaround work-around around"),
        examples=(
            Example(
                "Pressable flickers with NativeWind className, workaround: static styles in className, animated "
                "ones inline, until NativeWind 4.1",
                ("NativeWind has_issue Pressable flickers with NativeWind className",),
            ),
            Example(
                "FlashList jumps on rotation; workaround: remount it with a key",
                ("FlashList has_issue FlashList jumps on rotation",),
            ),
        ),
        counter_examples=("We use Redis",),
    ),
    Pattern(
        name="known_issue",
        regex=rx(
            rf"^(?P<subject>[\w@./+#'’ -]{{2,60}}?)\s(?:still\s|always\s|often\s|"
            rf"sometimes\s)?(?P<neg>(?:does(?:\snot|n['’]t)|do(?:\snot|n['’]t))\s)?(?:has|have|had|"
            rf"suffers?\sfrom|causes?|leads?\sto|runs?\sinto|gives?\sus|"
            rf"shows?)\s(?P<issue>[^,;]*?\b{TROUBLE})\b(?P<where>.*)$"
        ),
        build=_has_issue,
        cues=cues(
            "issue issues bug bugs problem problems error errors leak leaks flicker flickers flickering crash "
            "crashes race regression regressions glitch glitches limitation limitations trouble failures failure "
            "timeouts timeout jank lag"
        ),
        examples=(
            Example(
                "JWT has token refresh issues in mobile/Expo",
                ("JWT has_issue token refresh issues",),
                "semantic:fact",
                "JWT has token refresh issues in mobile/Expo",
            ),
            Example("Drizzle has no problems with migrations", ("Drizzle has_issue not problems with migrations",)),
            Example("Hermes causes memory leaks on Android", ("Hermes has_issue memory leaks",)),
        ),
        counter_examples=("I have a problem", "We had issues with parking", "what issues does JWT have?"),
    ),
    Pattern(
        name="misbehaviour",
        regex=rx(
            rf"^(?P<subject>(?!(?:who|whoever|whatever|anyone|everyone|anything)\b)"
            rf"[\w@./+#'’ -]{{2,60}}?)\s(?:still\s|always\s|often\s|sometimes\s|randomly\s|"
            rf"constantly\s|keeps?\s|kept\s|occasionally\s)*{MISBEHAVES}\b(?!\s(?:report|track|handl|dump)\w*)"
        ),
        build=_misbehaves,
        cues=cues(
            "flicker flickers crash crashes crashed leak leaks break breaks broke fail fails failed freeze "
            "freezes froze hang hangs stutter stutters deadlocks lags "
            "broken buggy flaky slow unstable janky unreliable unresponsive incompatible work build compile "
            "render load start support time timed times throw throws "
            "lose loses drop drops swallow swallows corrupts duplicates ignores update refresh install misrenders"
        ),
        examples=(
            Example(
                "Pressable flickers with NativeWind className",
                ("NativeWind has_issue Pressable flickers with NativeWind className",),
            ),
            Example("Clerk does not work with Expo Go", ("Clerk has_issue Clerk does not work with Expo Go",)),
            Example(
                "The nightly build fails on Windows", ("nightly build has_issue The nightly build fails on Windows",)
            ),
        ),
        counter_examples=(
            "I failed the exam",
            "Feature freeze slid by a week",
            "The break lasted four months",
            "Whoever breaks main reverts within ten minutes",
            "My manager claims I broke the Kafka consumer",
            "We break for lunch at noon",
            "ya just drop the column",
            "The worker retries failed jobs three times",
            "Closing the month goes like this - freeze postings, run accruals",
        ),
        when=lambda c: not _A_PAUSE.match(c.core) and not _OR_WE_LOSE.search(c.core),
    ),
)
