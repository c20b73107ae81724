"""Feedback on an agent's work: an episode, the rule it should have kept, and what it says about the agent."""

import re
from collections.abc import Sequence
from datetime import datetime, tzinfo

from memorist.memory_store.domain.claim import Claim
from memorist.memory_store.domain.edge import EdgeType
from memorist.memory_store.domain.episode import RawEpisode
from memorist.memory_store.domain.memory import Source
from memorist.memory_store.store import Store
from memorist.nodes.draft import Draft
from memorist.nodes.kinds.framing import Frame, domain_of, draft_of, episode_of, linked
from memorist.nodes.kinds.habits import look_up_habits, weakness_draft
from memorist.nodes.kinds.interface import Completion, InputKind, Readings
from memorist.nodes.kinds.reviews import is_clean, missed_in
from memorist.nodes.kinds.work_inputs import Feedback
from memorist.nodes.language.gazetteer import platforms_of, topic_of
from memorist.nodes.reading.reader import Passage, Proposal

KEY = "feedback"
METHOD = "feedback"
RULE = 0.7
"""A rule that only one piece of feedback speaks of."""
_KNOWN = re.compile(
    r"\b(?:again|although|even though|despite|known|knew|as (?:agreed|discussed)|already)\b", re.IGNORECASE
)
"""Words that say that the rule had been known."""


class FeedbackKind(InputKind[Feedback]):
    """Feedback: omissions are recognised by the wording of reviews; other statements of the reviewer are read."""

    kept_because = "what somebody said of an agent's work"

    def passages(self, item: Feedback) -> tuple[Passage, ...]:
        """The feedback, unless all that it says is that something was missed, or nothing."""
        if missed_in(item.content) or is_clean(item.content):
            return ()
        return (Passage(key=KEY, text=item.content, speaker=item.who()),)

    def drafts(self, item: Feedback, *, said_at: datetime, readings: Readings, agent: str | None = None) -> list[Draft]:
        """The episode; for each thing missed the rule and the habit; what was read besides, at .7 at most."""
        missed = missed_in(item.content)
        own_name = agent or "agent"
        about = item.about_agent or own_name
        own = about == own_name
        frame = Frame(Source.OBSERVATION, said_at, METHOD, readings.read_by, cap=RULE)
        drafts = [_episode(item, frame, missed, about=about, own=own)]
        for what in missed:
            drafts += [_rule(what, frame), weakness_draft(what, said_at, about=about, own=own)]
        return [*drafts, *(_stated(one, frame) for one in readings.of(KEY))]

    async def complete(
        self, item: Feedback, drafts: Sequence[Draft], episode: RawEpisode, store: Store, zone: tzinfo
    ) -> Completion:
        """Reinforce known rules, raise or lower known habits."""
        return await look_up_habits(item, drafts, episode, store)


def _episode(item: Feedback, frame: Frame, missed: Sequence[str], *, about: str, own: bool) -> Draft:
    reference = f" ({item.reference})" if item.reference else ""
    lessons = [f"Check {what} before handing in" for what in missed]
    if missed and _KNOWN.search(item.content):
        lessons.append(f"{missed[0]} are easy to miss even when the rule is known")
    text = f"{item.content} {item.reference or ''}"
    details = {
        "participants": tuple(dict.fromkeys((about, item.who()))),
        "outcome": "partial" if missed else "success" if is_clean(item.content) else "unknown",
        "lessons": lessons,
        "kind": "feedback",
    }
    told = f"Feedback on {'my' if own else f"{about}'s"} work{reference}: {item.content.strip()}"
    return episode_of(told, frame, details, domain=domain_of(platforms_of(text), topic_of(text) or "code_review"))


def _rule(what: str, frame: Frame) -> Draft:
    rule = Draft(
        type="semantic:policy",
        content=f"Code review requires {what}",
        claim=Claim(subject="code review", predicate="requires", object=what),
        confidence=RULE,
        method=frame.method,
        source=frame.source,
        valid_from=frame.said_at,
        domain=domain_of((), "code_review"),
    )
    return linked(rule, EdgeType.CONTRIBUTED_TO, 0, incoming=True)


def _stated(proposal: Proposal, frame: Frame) -> Draft:
    """Return the draft of another statement of a reviewer ("Always add a changelog entry"); their rule is a policy and
    blocks nothing."""
    if proposal.type in {"semantic:hard_rule", "model:self"}:
        return draft_of(proposal, frame, type="semantic:policy", details={})
    return draft_of(proposal, frame)
