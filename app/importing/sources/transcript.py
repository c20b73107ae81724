"""Transcripts of coding agents, a JSON object a line: of Claude Code, Codex and Cursor, or plain role and content.

What a person, the agent and its tools said in the conversation is taken. What the program put in is not, nor what
agents said among themselves, nor a turn that the person took back by going on from an earlier one.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from memorist.app.importing.entries import Found, ImportEntry, LeftOut, Unreadable, bounded, digest, moment, turn
from memorist.app.importing.files import SourceFiles, basename
from memorist.memory_store.domain.clock import time_text
from memorist.memory_store.domain.json_values import as_object, json_or_none, objects_in, texts_of
from memorist.nodes.kinds.turn import tool_output

_PUT_IN = re.compile(
    r"^\s*(?:<(?:command-(?:name|message|args)|local-command-\w+|system-reminder|bash-(?:input|stdout|stderr)|"
    r"user-prompt-submit-hook|environment_context|user_instructions|task-notification|teammate-message|ide_\w+|"
    r"cross-session-message|turn_aborted)\b|"
    r"Caveat: The messages below were generated|\[Request interrupted by user|# AGENTS\.md instructions|"
    r"Another language model started to solve this problem)"
)
"""Beginnings of parts of messages in the role of the user that the agent's program wrote, not the user."""
_REMINDER = re.compile(r"<system-reminder>.*</system-reminder>", re.DOTALL)
"""A reminder, greedily up to the last closing tag, because it may quote a file that contains such tags."""
_COMMAND = re.compile(r"<command-name>(.*?)</command-name>", re.DOTALL)
_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_REFUSED_WITH = re.compile(r"\bthe user said:\s*(.+?)(?:\s*\n\nNote: The user's next message\b.*)?\Z", re.DOTALL)
"""Words that a person typed when refusing a tool, inside what the tool is said to have returned."""
_FROM_EDITOR = re.compile(r"\A\s*# Context from my IDE setup:.*?^## My request for Codex:\s*", re.DOTALL | re.MULTILINE)
_MARKUP = ("<", "#")
"""Beginnings of what Codex puts in; where it says what was typed, only that may begin so."""
_QUERY = re.compile(r"<user_query>\s*(.*?)\s*</user_query>", re.DOTALL)
"""The words that were typed, in a message of Cursor's, which puts the time and attached files beside it."""
_TEXT_TYPES = ("text", "input_text", "output_text")
_NOT_SAID = (
    ("isSidechain", "side chain of another agent"),
    ("isCompactSummary", "summary of what was said before"),
    ("isMeta", "put in by the program"),
)
_WITHOUT_MESSAGE = {"summary": "summary of what was said before", "compacted": "summary of what was said before"}


def read(files: SourceFiles) -> Iterator[Found]:
    """The turns of one transcript, or of all in a folder and below it."""
    for name in files.required(".jsonl", what="no transcripts (*.jsonl)"):
        yield from _Transcript(files, name).found()


class _Transcript:
    """One file of lines; it is read twice, since what was taken back is known only behind it."""

    def __init__(self, files: SourceFiles, name: str) -> None:
        self._files = files
        self._name = name
        self._session = basename(name).removesuffix(".jsonl")
        self._tools: dict[str, str] = {}
        """Names of the tools that were called, by the ids of the calls."""
        self._said = Counter[tuple[str, str]]()
        self._typed: frozenset[str] = frozenset()

    def found(self) -> Iterator[Found]:
        """Give the turns, with what is left out."""
        self._typed = frozenset(
            str(event.get("message")).strip()
            for _, record in self._records()
            if (event := _payload(record, "event_msg")).get("type") == "user_message"
        )
        taken_back = {*_left_branches(self._records(), self._own), *_rolled_back(self._records(), self._own)}
        for number, line, problem in self._files.lines(self._name):
            place = f"{self._name}:{number}"
            if problem:
                yield Unreadable(place, problem)
            elif not isinstance(line, Mapping):
                yield Unreadable(place, "expected a JSON object")
            elif number in taken_back:
                yield LeftOut("taken back by going on from an earlier message")
            else:
                yield from self._line(place, cast("Mapping[str, Any]", line))

    def _records(self) -> Iterator[tuple[int, Mapping[str, Any]]]:
        for number, line, _ in self._files.lines(self._name):
            if isinstance(line, Mapping):
                yield number, cast("Mapping[str, Any]", line)

    def _line(self, place: str, record: Mapping[str, Any]) -> Iterator[Found]:
        if reason := next((reason for name, reason in _NOT_SAID if record.get(name)), ""):
            yield LeftOut(reason)
            return
        if meta := _payload(record, "session_meta"):
            self._session = str(meta.get("id") or self._session)
        at = moment(record.get("timestamp") or record.get("time") or record.get("created_at"))
        if (returned := self._returned_by_codex(record)) is not None:
            yield self._turn(place, record, "tool", returned, at)
            return
        message = _message(record)
        if message is None:
            yield LeftOut(_WITHOUT_MESSAGE.get(str(record.get("type")), "no message"))
            return
        role, content = message.get("role"), message.get("content")
        if role not in ("user", "assistant"):
            yield LeftOut(f"{role} message")
            return
        calls = [part for part in objects_in(content) if part.get("type") == "tool_use"]
        self._tools |= {str(call.get("id")): str(call.get("name") or "") for call in calls}
        beside = [*self._beside(place, record, content, at)]
        yield from beside
        texts = _texts(content)
        text = "\n".join(texts if role == "assistant" else self._own(record))
        if record.get("isApiErrorMessage") or message.get("model") == "<synthetic>":
            yield LeftOut("put in by the program")
        elif text.strip():
            yield self._turn(place, record, str(role), text, at)
        elif "".join(texts).strip():
            yield LeftOut("put in by the program")
        elif not beside:
            yield LeftOut("tools and thoughts")

    def _beside(self, place: str, record: Mapping[str, Any], content: Any, at: datetime | None) -> Iterator[Found]:
        """Give what tools returned, with what a person said to them: why one is refused, answers to questions."""
        answers = as_object(as_object(record.get("toolUseResult")).get("answers"))
        for number, (question, answer) in enumerate(answers.items()):
            if isinstance(answer, str) and answer.strip() and question.strip():
                yield self._dialogue(f"{place}, question {number + 1}", record, question, answer, at)
        for number, part in enumerate(objects_in(content)):
            if part.get("type") != "tool_result" or answers:
                continue
            text = "\n".join(_texts(part.get("content")))
            if refused := _REFUSED_WITH.search(text) if part.get("is_error") else None:
                yield self._turn(place, record, "user", refused[1], at, part=number)
            elif text.strip():
                name = self._tools.get(str(part.get("tool_use_id")), "")
                yield self._turn(place, record, "tool", tool_output(name, text), at, part=number)

    def _returned_by_codex(self, record: Mapping[str, Any]) -> str | None:
        """Return what a tool of Codex returned, behind its name; null for any other line. Calls are noted."""
        item = _payload(record, "response_item")
        kind = str(item.get("type"))
        if kind.endswith("_call") and item.get("call_id"):
            self._tools[str(item["call_id"])] = str(item.get("name") or "")
        if not kind.endswith("_call_output"):
            return None
        output: Any = item.get("output")
        if isinstance(output, str):
            output = as_object(json_or_none(output)).get("output", output)
        text = "\n".join(_texts(output)).strip()
        return tool_output(self._tools.get(str(item.get("call_id")), ""), text) if text else None

    def _turn(
        self,
        place: str,
        record: Mapping[str, Any],
        role: str,
        text: str,
        at: datetime | None,
        *,
        part: int | None = None,
    ) -> ImportEntry:
        said_in, id_ = self._identity(record, role, text)
        named = id_ if part is None else f"{id_}:{part}"
        return turn(place, role, text, at=at, id_=f"transcript:{named}", session=f"transcript:{said_in}")

    def _dialogue(
        self, place: str, record: Mapping[str, Any], question: str, answer: str, at: datetime | None
    ) -> ImportEntry:
        said_in, id_ = self._identity(record, "user", question)
        given = {"kind": "dialogue", "question": question, "answer": answer, "session_id": f"transcript:{said_in}"}
        given["id"] = bounded(f"transcript:{id_}:{digest(question)}")
        return ImportEntry(place, {**given, "at": time_text(at)} if at else given)

    def _identity(self, record: Mapping[str, Any], role: str, text: str) -> tuple[str, str]:
        """Return the session and the id of something said.

        A session that is resumed or forked repeats what was said, in a file of its own: the same id is given again, or
        else it is known by its words and by how often they were said before.
        """
        said_in = str(record.get("sessionId") or record.get("session_id") or self._session)
        if uuid := record.get("uuid"):
            return said_in, str(uuid)
        if own := record.get("id"):
            return said_in, f"{said_in}:{own}"
        words = f"{said_in}:{role}", digest(role, text)
        self._said[words] += 1
        return said_in, f"{said_in}:{words[1]}:{self._said[words]}"

    def _own(self, record: Mapping[str, Any]) -> list[str]:
        """Return the user's own parts of a message in the role of the user: some of them, or none."""
        message = _message(record) or {}
        texts = _texts(message.get("content")) if message.get("role") == "user" else []
        if self._typed and record.get("type") == "response_item" and "".join(texts).strip() not in self._typed:
            texts = [each for each in texts if each.strip() in self._typed or each.lstrip()[:1] not in _MARKUP]
        own: list[str] = []
        for text in (_REMINDER.sub("", each) for each in texts):
            if query := _QUERY.search(text):
                own.append(query[1])
            elif (command := _COMMAND.search(text)) and (arguments := _ARGUMENTS.search(text)):
                own += [f"{command[1]} {arguments[1].strip()}"] if arguments[1].strip() else []
            elif text.strip() and not _PUT_IN.match(text):
                own.append(_FROM_EDITOR.sub("", text))
        return own


type _Lines = Iterator[tuple[int, Mapping[str, Any]]]
type _OwnParts = Callable[[Mapping[str, Any]], Sequence[str]]


def _left_branches(lines: _Lines, own: _OwnParts) -> Iterator[int]:
    """Give the lines of the branches that Claude Code left: a message typed anew in place of one, and all behind that.

    Lines form a tree. Tools that work side by side branch it as well, so a branch is left only where two typed messages
    follow on one line; the later one counts.
    """
    parents: dict[str, str] = {}
    places: dict[str, int] = {}
    typed: dict[str, list[str]] = {}
    for number, record in lines:
        uuid, parent = record.get("uuid"), record.get("parentUuid") or record.get("logicalParentUuid")
        if not isinstance(uuid, str) or uuid in places:
            continue
        places[uuid] = number
        if isinstance(parent, str):
            parents[uuid] = parent
            if record.get("type") == "user" and not any(record.get(name) for name, _ in _NOT_SAID) and own(record):
                typed.setdefault(parent, []).append(uuid)
    left = {uuid for siblings in typed.values() for uuid in siblings[:-1]}
    for uuid, number in places.items():  # a parent stands before its children
        if uuid in left or parents.get(uuid) in left:
            left.add(uuid)
            yield number


def _rolled_back(lines: _Lines, own: _OwnParts) -> Iterator[int]:
    """Give the lines of the turns that were rolled back in Codex."""
    turns: list[list[int]] = []
    for number, record in lines:
        if _payload(record, "response_item").get("role") == "user" and own(record):
            turns.append([])
        event = _payload(record, "event_msg")
        if event.get("type") == "thread_rolled_back" and isinstance(back := event.get("num_turns"), int) and back > 0:
            yield from (each for dropped in turns[-back:] for each in dropped)
            del turns[-back:]
        elif turns:
            turns[-1].append(number)


def _payload(record: Mapping[str, Any], kind: str) -> Mapping[str, Any]:
    """The payload of a line of Codex of one kind; an empty one for any other."""
    return as_object(record.get("payload")) if record.get("type") == kind else {}


def _message(record: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The message of a line: Claude Code's, Codex', Cursor's (which has its role beside it), or the line itself."""
    if record.get("type") == "attachment":
        return _queued(as_object(record.get("attachment")))
    if record.get("type") == "response_item":
        payload = _payload(record, "response_item")
        return payload if payload.get("type") == "message" else None
    if isinstance(record.get("message"), Mapping):
        return {"role": record.get("role"), **cast("Mapping[str, Any]", record["message"])}
    return record if "role" in record and "content" in record else None


def _queued(attachment: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return what a person typed while Claude Code was at work, as a message; null for any other attachment."""
    typed = attachment.get("type") == "queued_command" and attachment.get("commandMode", "prompt") == "prompt"
    return {"role": "user", "content": attachment.get("prompt")} if typed else None


def _texts(content: Any) -> list[str]:
    return texts_of(content, _TEXT_TYPES)
