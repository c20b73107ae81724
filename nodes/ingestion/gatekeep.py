"""Whether something said is worth keeping: what is specific to this person, team or project is; small talk is not.

Only the user's words become memories. What no rule decides is kept with lower confidence ("unsure"): noise can be
dropped later, what was not kept is lost.
"""

import re
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from functools import cache, partial
from typing import Any

from langgraph.runtime import Runtime
from pydantic import TypeAdapter

from memorist.memory_store.domain.errors import InvalidInput
from memorist.memory_store.domain.identity import stable_id
from memorist.memory_store.domain.types import read_as
from memorist.nodes.ingestion.chatter import is_fragment
from memorist.nodes.ingestion.double_negation import without_double_negation
from memorist.nodes.ingestion.draft import Statement, Utterance, Verdict
from memorist.nodes.ingestion.extract.about import answers_question, is_greeting
from memorist.nodes.ingestion.extract.ellipsis import with_subject
from memorist.nodes.ingestion.extract.praised import is_praise_of_items
from memorist.nodes.ingestion.extract.private import of_the_family
from memorist.nodes.ingestion.extract.pronouns import resolve
from memorist.nodes.ingestion.gate_rules import (
    ASKING,
    COMMANDS,
    IN_HAND,
    INJECTION,
    KNOWLEDGE,
    LONGEST_CLAUSE,
    LONGEST_NOISE,
    NOISE,
    OF_ANSWER,
    PLAIN,
    REQUEST,
    TO_DO,
    WISH,
    GateRule,
)
from memorist.nodes.ingestion.inputs import AnyInput, Turn, parse_input, raw_episode
from memorist.nodes.ingestion.letters import inner
from memorist.nodes.ingestion.off_record import is_off_the_record
from memorist.nodes.ingestion.offered import offer_taken, says_how_to_make, with_act
from memorist.nodes.ingestion.replies import completed
from memorist.nodes.ingestion.result import IngestError, IngestResult
from memorist.nodes.ingestion.sentences import segments_of
from memorist.nodes.ingestion.slips import without_slips
from memorist.nodes.ingestion.small_talk import is_praise, is_small_talk
from memorist.nodes.ingestion.state import IngestionContext, IngestionState
from memorist.nodes.ingestion.surroundings import (
    ANNOUNCES,
    FOR_TASK,
    asks_for_work,
    beside,
    brings,
    is_for_the_task,
    suffices,
)
from memorist.nodes.ingestion.tasks import is_request, is_task_list
from memorist.nodes.ingestion.wish_to_forget import is_command, words_to_forget
from memorist.nodes.language.chat import spelled_out
from memorist.nodes.language.gazetteer import find_entities
from memorist.nodes.language.names import find_names
from memorist.nodes.resources import Resources, context_as


def judge_clause(clause: str, kind: str = "clause") -> Verdict:
    """Judge one clause of the user's; ``kind`` is that of its segment."""
    apart = {
        "code": "pasted code is not a statement",
        "wrapper": "text of a tool, not of the user",
        "log": "pasted output is not a statement",
        "material": "a text to be worked on is not a statement",
    }
    if kind in apart:
        return Verdict(action="skip", category=kind, reason=apart[kind])
    if kind == "letter":
        return judge_clause(inner(clause))
    clause = clause[:LONGEST_CLAUSE]
    if kind == "list" and is_task_list(clause):
        return _verdict(REQUEST)
    noise = NOISE if len(clause) <= LONGEST_NOISE else ()
    listed = kind in {"list", "steps"}
    asking = () if listed else (*ASKING, INJECTION, REQUEST, IN_HAND, OF_ANSWER)
    if not listed and (said := _all_noise(clause)):
        return said
    for rule in (*COMMANDS, *noise, WISH, TO_DO, *asking, *PLAIN, *KNOWLEDGE):
        if rule.decides(clause):
            return _verdict(rule)
    if any(m.kind == "entity:person" or m.field not in {"file", None} for m in find_entities(clause)):
        return Verdict(action="keep", category="fact", reason="it names a person or a technology")
    return Verdict(action="unsure", category="unclear", reason="no rule fits: kept with lower confidence")


_APART = re.compile(r",\s+(?:and\s)?|\s[-–—]+\s")


def _all_noise(clause: str) -> Verdict | None:
    """The verdict on thanks and cheers strung together: "thanks a ton, you're a lifesaver"."""
    parts = _APART.split(clause) if len(clause) <= LONGEST_NOISE else []
    if not 1 < len(parts) < 5 or not all(part.strip() for part in parts):
        return None
    noise = [next((rule for rule in NOISE if rule.decides(part)), None) for part in parts]
    if not any(noise):
        return None
    rest = (part for part, rule in zip(parts, noise, strict=True) if rule is None)
    return (
        _verdict(next(filter(None, noise)))
        if all(is_small_talk(p) or is_praise(p) or is_request(p) for p in rest)
        else None
    )


def _verdict(rule: GateRule) -> Verdict:
    return Verdict(action=rule.action, category=rule.category, reason=rule.reason)


_ASSISTANT = Verdict(
    action="skip", category="assistant_opinion", reason="only the user's words become facts, not the assistant's"
)
_OFF_RECORD = Verdict(action="skip", category="off_record", reason="whoever says it asks not to keep it")
_FORGET = _verdict(COMMANDS[1])
_FRAGMENT = Verdict(action="skip", category="fragment", reason="a word or two beside what is said: no statement")
_FINE = Verdict(action="skip", category="confirmation", reason="it only says that what the assistant listed is fine")
_ANSWER = Verdict(action="unsure", category="answer", reason="it answers what was just asked")
_WANTED = Verdict(action="keep", category="remember", reason="the user asks to remember it")
_COMMAND_WORD = re.compile(r"^\s*@remember\b[\s:,-]*(?:that\s+)?", re.IGNORECASE)


def split_statements(
    text: str, *, role: str = "user", speaker: str = "user", at: datetime, before: Sequence[Utterance] = ()
) -> tuple[Statement, ...]:
    """Cut a message into statements, each judged by itself, pronouns made explicit.

    All pieces are returned, also those to be skipped; ``before`` are the turns before, oldest first.
    """
    if role != "user":
        return (Statement(text=text, resolved=text, verdict=_ASSISTANT, speaker=speaker, at=at),)
    if is_off_the_record(text):
        return (Statement(text=text, resolved=text, verdict=_OFF_RECORD, speaker=speaker, at=at),)
    if is_command(text):
        return (Statement(text=text, resolved=text, verdict=_FORGET, speaker=speaker, at=at),)
    text = without_double_negation(without_slips(spelled_out(text)))
    wanted = bool(_COMMAND_WORD.match(text))
    complete = completed(_COMMAND_WORD.sub("", text, count=1) if wanted else text, before)
    pieces = segments_of(with_act(complete, before))
    if not pieces:
        return ()
    # A message may say one thing ten thousand times.
    judged, is_piece = cache(judge_clause), cache(is_fragment)
    meant = cache(partial(_meant, before=before, speaker=speaker))
    fragments = [piece.kind == "clause" and is_piece(piece.text) for piece in pieces]
    says_more = not all(fragments)
    taken = not wanted and offer_taken(text, before)
    earlier: deque[str] = deque(maxlen=_LOOK_BACK)
    greeted = adds_nothing = True
    asks = False
    statements: list[Statement] = []
    for piece, fragment, following in zip(pieces, fragments, [*pieces[1:], None], strict=True):
        verdict = judged(piece.text, piece.kind)
        if wanted and verdict.category != "hypothetical":
            verdict = _WANTED
        if fragment and says_more and verdict.action != "skip":
            verdict = _ANSWER if greeted and answers_question(piece.text, before) else _FRAGMENT
        if following and not wanted and brings(piece, following, verdict):
            verdict = ANNOUNCES
        verdict = beside(piece, following, verdict, statements)
        if not wanted and is_praise_of_items(piece.text, before):
            verdict = _FINE
        if (
            (taken and adds_nothing and says_how_to_make(piece.text))
            or (asks and is_for_the_task(piece, verdict))
            or suffices(piece, statements)
        ):
            verdict = FOR_TASK
        explicit = verdict.action != "skip" and piece.kind != "letter" and len(piece.text) <= LONGEST_CLAUSE
        resolved = meant(piece.text, tuple(earlier)) if explicit else piece.text
        said = Statement(
            text=piece.text, resolved=resolved, verdict=verdict, speaker=speaker, at=at, follows=piece.follows
        )
        statements.append(said)
        greeted = greeted and is_greeting(said)
        adds_nothing = adds_nothing and (verdict is FOR_TASK or is_greeting(said))
        asks = asks or asks_for_work(said)
        if piece.kind in {"clause", "list", "steps"}:
            earlier.append(resolved)
    return tuple(statements)


_LOOK_BACK = 24
"""So many of the clauses before one are looked through for what its pronouns mean."""


def _meant(text: str, earlier: tuple[str, ...], *, before: Sequence[Utterance], speaker: str) -> str:
    """A clause with whom and what it means made explicit, by the clauses before it and the turns before those.

    What is told with a sentence that it is about means that: ``About "order the cake": it is Ana's``.
    """
    own = [*earlier[::-1], *(u.content for u in before[:-_LOOK_BACK:-1] if u.role == "user")]
    text = of_the_family(with_subject(text), own, speaker)
    return text if text.startswith('About "') else resolve(text, earlier, before)


_STRENGTH = {"keep": 2, "unsure": 1, "skip": 0}


def overall(statements: Sequence[Statement]) -> Verdict:
    """The verdict on a whole message: the strongest of its statements; the first of these gives category and reason.

    Of what is skipped, a wish to forget comes before all manners around it.
    """
    if not statements:
        return Verdict(action="skip", category="empty", reason="there are no words in it")
    return max(statements, key=lambda s: (_STRENGTH[s.verdict.action], s.verdict.category == _FORGET.category)).verdict


def wishes_aside(statements: Sequence[Statement]) -> list[str]:
    """What is told of wishes to forget in a message that is learned from: they are not carried out in passing."""
    if overall(statements).action == "skip":
        return []
    asked = [words_to_forget(s.text) for s in statements if s.verdict.category == _FORGET.category]
    return [f"it also asks to forget “{words}”: nothing was forgotten, say that by itself" for words in asked]


def judge(text: str, role: str = "user", *, before: Sequence[Utterance] = ()) -> Verdict:
    """Judge a whole message: kept when any statement of it is.

    ``before`` matters for short answers: "yes" to "Do you use pnpm?" is not a bare confirmation.
    """
    if role != "user":
        return _ASSISTANT
    if re.match(r"\s*@remember\b\s*\S", text, re.IGNORECASE):
        return _verdict(COMMANDS[0])
    if is_command(text):
        return _FORGET
    if is_off_the_record(text):
        return _OFF_RECORD
    verdicts = [judge_clause(piece.text, piece.kind) for piece in segments_of(completed(spelled_out(text), before))]
    return max(
        verdicts,
        key=lambda v: _STRENGTH[v.action],
        default=Verdict(action="skip", category="empty", reason="there are no words in it"),
    )


def statements_of(item: AnyInput, at: datetime, before: Sequence[Utterance]) -> tuple[Statement, ...]:
    """The statements of a turn, judged apart; every other kind of input is deliberate and is read whole."""
    if not isinstance(item, Turn):
        return ()
    return split_statements(item.content, role=item.role, speaker=item.who(), at=at, before=before)


def verdict_on(item: AnyInput, statements: Sequence[Statement]) -> Verdict:
    """The verdict on an input: a turn is judged, what somebody added, answered or did is kept."""
    if isinstance(item, Turn):
        return overall(statements)
    return Verdict(action="keep", category=item.kind, reason=KEPT_KINDS[item.kind])


KEPT_KINDS = {
    "manual": "added by hand: kept without asking",
    "dialogue": "a person answered a question",
    "observation": "seen while somebody worked",
    "document": "a document that somebody handed in",
    "ritual": "the plan or the summary of a day",
    "procedure_outcome": "how it went when a procedure was followed",
    "feedback": "what somebody said of an agent's work",
}


_SPOKEN = TypeAdapter(tuple[Utterance, ...])


async def gatekeep(state: IngestionState, runtime: Runtime[IngestionContext], resources: Resources) -> dict[str, Any]:
    """Read the input, settle who and when, and judge it; what is skipped or cannot be read ends with its result."""
    context = context_as(IngestionContext, runtime.context)
    try:
        item = parse_input(state["input"])
        before = read_as(_SPOKEN, state.get("before", []), of="ingestion", field="context")
    except InvalidInput as error:
        failed = IngestResult(error=IngestError(message=str(error), field=error.field))
        return {"result": failed.model_dump(mode="json")}
    now = context.present(await resources.clock())
    identity = {"agent_id": item.agent_id, "user_id": item.user_id, "session_id": item.session_id}
    scope = context.scope(await resources.settings(), **identity)
    episode = raw_episode(item, scope, at=item.moment(now), now=now)
    statements = statements_of(item, episode.at, before)
    verdict = verdict_on(item, statements)
    update: dict[str, Any] = {
        "verdict": verdict.model_dump(),
        "episode": episode.model_dump(mode="json"),
        "change_id": stable_id(scope.group_id, "change", "ingestion", episode.id),
        "on_conflict": context.on_conflict,
        "statements": [statement.model_dump(mode="json") for statement in statements],
    }
    if verdict.action == "skip":
        names = tuple(dict.fromkeys(mention.canonical for mention in find_names(item.text())))
        skipped = IngestResult(id=episode.id, verdict=verdict, entities=names)
        update["result"] = skipped.model_dump(mode="json")
    elif aside := wishes_aside(statements):
        update["notices"] = list(dict.fromkeys([*state.get("notices", ()), *aside]))
    return update
