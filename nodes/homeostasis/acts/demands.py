"""Demands: what a rule in plain words forbids, read once for all kinds of acts.

"No prod deploys on Fridays", "Nobody touches the billing database" and "Always run the tests before pushing" are each
an effect, what it must not be done to, and conditions. The words for effects are data (``deeds.yaml``).
"""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from memorist.memory_store.domain.types import HardRule
from memorist.nodes.homeostasis.acts.conditions import split
from memorist.nodes.homeostasis.acts.effects import (
    LIBRARY,
    NAME,
    done_by_kinds,
    effect_of,
    effects_named,
    effects_of,
    fillers,
    members,
    names,
    stem,
    stems_under,
    table,
    words_in,
)
from memorist.nodes.homeostasis.acts.places import Place, also_meant, effects_besides, implied_by, is_site, places_in
from memorist.nodes.homeostasis.acts.plain_words import programs_known
from memorist.nodes.homeostasis.acts.programs import names_under
from memorist.nodes.homeostasis.acts.statement import ONLY_DONE, forbidden_in, reserved_in, stated
from memorist.nodes.homeostasis.acts.ways import Way, way_in
from memorist.nodes.language.calendar_words import MONTH_NUMBERS
from memorist.nodes.language.gazetteer import names_technology

_AMOUNT = re.compile(
    r"\b(?:above|over|below|under|more than|less than|at least|at most|exceeding|larger than|bigger than)\s"
    r"[^\s\d]?\d\S*(?:\s(?:[a-z]+))?",
    re.IGNORECASE,
)
"""Limits of quantity, which no act shows."""
_NUMBER = re.compile(r"\d+(?:st|nd|rd|th)?", re.IGNORECASE)
_BEFORE = re.compile(
    r"(?P<first>.+?)[,;]?\s+before\s+(?:you\s|we\s|anyone\s|any\s|each\s|every\s|a\s|the\s)*(?P<act>[\w-].*)",
    re.IGNORECASE,
)
_WRITE_TO = re.compile(r"\b(?:writ\w+|talk\w*|speak\w*) (?:to|with)\b", re.IGNORECASE)
_JOINS = frozenset({"or", "nor", "and", "no", "not", "never"})
_ONLY_DONE = re.compile(rf",\s*{ONLY_DONE.pattern}.*", re.IGNORECASE)
_RUN = re.compile(r"^\s*(?:ever\s)?(?:run|use|execute|call|invoke)(?:ning|ing)?\s", re.IGNORECASE)
_COMMAND_ENDS = re.compile(
    r"\s(?=(?:on|in|at|from|for|against|to|with|by|via|inside|within|here|yourself|again|anymore)\b)"
)
_EXCEPT = re.compile(
    r",?\s*\b(?:not even|except(?: for)?|other than|apart from|hotfixes only|only with)\b.*", re.IGNORECASE
)


class Demand(NamedTuple):
    """Prohibition made by a rule.

    Args:
        effects: any of these; empty if the rule names none that is known, so that only its words count.
        units: what it is done to, each in any of several words ("PANs or CVVs").
        conditional: the words of the rule that hold its conditions.
        unseen: what must be so besides, which no act shows ("run the tests" first, "above 500 euros").
        places: the tables, channels, buckets and sites that it names, to any of which it is done.
        way: the way in which it may be done, where any other is forbidden.
        commands: command lines that it forbids by their words ("terraform apply or destroy"), any of them.
        technologies: words of its units that tell whose thing it is ("S3 buckets"), which an act may leave unsaid.
        is_of_site: a site itself is what it is done to, so that it is about no act that does not name it.
    """

    effects: frozenset[str]
    units: tuple[frozenset[str], ...]
    conditional: str = ""
    unseen: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    way: Way | None = None
    commands: tuple[tuple[str, ...], ...] = ()
    technologies: frozenset[str] = frozenset()
    is_of_site: bool = False

    @property
    def sites(self) -> tuple[Place, ...]:
        """The places at which something is done."""
        return tuple(place for place in self.places if is_site(place))


def demand_of(rule: HardRule) -> Demand | None:
    """Return the demand of a rule on acts; null if it names nothing that an act does."""
    claim = rule.claim
    told = f"{claim.object} {claim.qualifier or ''}" if claim is not None and not claim.polarity else None
    return _read(rule.content, told)


@lru_cache(maxsize=1024)
def _read(content: str, told: str | None) -> Demand | None:
    conditional = said = stated(content)
    if (first := next(iter(split(said)[1]), None)) is not None and first.start() == 0:
        said = said[first.end() :].lstrip(" ,")  # "On Fridays no deploys"
    forbidden = forbidden_in(said)
    if reserved_in(said) or (forbidden is None and told is None):
        return _in_a_way(said) or _on_condition(said)
    phrase = forbidden if forbidden is not None else told or ""
    demand = _demand(phrase)._replace(conditional=conditional)
    if (
        told is not None
        and not (demand.effects or demand.commands or demand.sites)
        and (by_claim := _demand(told)).units
    ):
        demand = by_claim._replace(conditional=conditional)
    return demand if demand.units or demand.effects or demand.commands else None


def _in_a_way(said: str) -> Demand | None:
    """A duty to do something in one way ("always write to parents in Dutch")."""
    found = way_in(said)
    demand = _demand(found[1]) if found is not None else None
    return demand._replace(way=found[0], conditional=said) if found and demand and demand.effects else None


def _on_condition(said: str) -> Demand | None:
    """A duty that is tied to an act ("run the tests before pushing", "only Tom may deploy")."""
    before = _BEFORE.match(said)
    found = (before["first"].strip(), before["act"]) if before else reserved_in(said)
    if found is None:
        return None
    first, act = found
    demand = _demand(act)
    return demand._replace(conditional=act, unseen=(first, *demand.unseen)) if demand.effects else None


def _demand(phrase: str) -> Demand:
    allowed = effects_of(found["verb"]) if (found := _ONLY_DONE.search(phrase)) else frozenset[str]()
    phrase = _EXCEPT.sub("", _ONLY_DONE.sub("", phrase))
    unseen = tuple(found[0] for found in _AMOUNT.finditer(phrase))
    phrase = NAME.sub(lambda name: name[0].casefold(), _AMOUNT.sub(" ", phrase))
    phrase = LIBRARY.sub(lambda name: "".join(name.groups()), phrase)
    places, phrase = places_in(split(phrase)[0].strip() or phrase)
    if commands := _commands(phrase):
        return Demand(frozenset(), (), unseen=unseen, places=places, commands=commands)
    words = words_in(re.sub(r"[,/]", " or ", phrase))
    words = [word for word in words if f"@{word.casefold()}" not in words]
    effects, rest = _leading(words)
    effects = effects or effects_named(word for word in words if stem(word) not in members())
    units = tuple(unit for unit in _units(rest) if not unit & implied_by(places))
    if places and not (effects or (units and all(map(is_site, places)))):
        effects = effects_of(table()["touches"][0]) | also_meant(places, table()["touches"])
    elif effects:
        effects |= also_meant(places, words) | _also_done(units, words)
    if any(word.startswith("@") for word in words) or (
        _WRITE_TO.search(phrase) and any(unit & names(table()["people"]) for unit in units)
    ):
        effects |= {"send"}
    if effects >= frozenset(table()["changed by"]):
        effects |= _also_touched(units)
    before = (word for word, behind in pairwise(rest) if not names((behind,)) & (fillers() | _JOINS))
    technologies = names(word for word in before if names_technology(word))
    is_of_site = not units and effects >= frozenset(table()["changed by"]) and any(map(is_site, places))
    effects -= {"insert"} if "insert" in allowed else allowed
    return Demand(effects, units, "", unseen, places, None, (), technologies, is_of_site)


def _commands(phrase: str) -> tuple[tuple[str, ...], ...]:
    """The command lines that a phrase forbids to run, each by its words; empty for any other phrase.

    A further subcommand alone is one of the same program ("terraform apply or destroy"). A single program, or one with
    options, is compared by what it does.
    """
    found: list[tuple[str, ...]] = []
    quoted = "`" in phrase
    if (run := _RUN.match(phrase)) is None and not quoted:
        return ()
    programs = programs_known() | names_under("carriers") | names_under("containers") | names_under("runners")
    plain = phrase[run.end() if run else 0 :].replace("`", "").strip()
    for piece in re.split(r"\s*(?:,|\b(?:or|and|nor)\b)+\s*", _COMMAND_ENDS.split(plain)[0].strip()):
        words = tuple(word for word in piece.split() if word != "the")
        if not words or any(not re.fullmatch(r"[a-z][\w:.-]*", word) for word in words):
            return ()
        if words[0] in programs or (quoted and len(words) > 1):
            found.append(words)
        elif found and len(words) == 1 and len(found[-1]) > 1:
            found.append((*found[-1][:-1], *words))
        else:
            return ()
    if len(found) == 1 and (len(found[0]) == 1 or effects_named(found[0])):
        return ()
    return tuple(found)


def _also_done(units: tuple[frozenset[str], ...], words: list[str]) -> frozenset[str]:
    """The effects that the verbs of a rule have on things of a kind: to add a dependency is to install it."""
    rows = table()["kinds"]
    of_kinds = [rows[kind] for kind in rows if any(names((kind,)) & unit for unit in units)]
    return effects_besides((also for row in of_kinds for also in row.get("also", ())), {stem(word) for word in words})


def _also_touched(units: tuple[frozenset[str], ...]) -> frozenset[str]:
    """The effects by which branches and services are touched besides: a branch by a push, a mail service by a mail."""
    if units and all(unit & names(table()["branches"]) for unit in units):
        return frozenset(("push",))
    return frozenset(done_by_kinds()[members()[word]] for unit in units for word in unit if word in members())


def _leading(words: list[str]) -> tuple[frozenset[str], list[str]]:
    """The effects of the first verb of a phrase and of those joined to it, and the words that are no part of them.

    What stands for an effect behind a verb that it is not joined to is its object ("create releases"): a word of the
    rule, and an effect unless the verb takes it away.
    """
    new, light, touch, makes = map(stems_under, ("new", "light", "touches", "makes"))
    losing = frozenset[str](table()["losing"])
    found = frozenset[str]()
    rest: list[str] = []
    closed, joined, touched = False, True, False
    for place, word in enumerate(words):
        effects, plain = effects_of(word), stem(word)
        if plain in light and not found and effects_of(" ".join(words[place + 1 : place + 2])):
            continue
        if effects and not closed:
            if found and plain in new:
                continue
            if joined or touched:
                found |= effects
                touched = touched or plain in touch
                joined = False
                continue
            found |= frozenset[str]() if found <= losing else effects
        if word.casefold() in _JOINS:
            joined = True
        else:
            closed = bool(found)
        rest.append(word)
    if (not found or stem(words[0]) in makes) and any(stem(word) in makes for word in words):
        return effects_of("create"), [word for word in words if effect_of(word) is None]  # "tag releases", "git tags"
    return found, rest


def _units(words: list[str]) -> tuple[frozenset[str], ...]:
    """The words of what is forbidden; those joined by "or" in any of them."""
    found: list[set[str]] = []
    joins = False
    for word in words:
        if word.casefold() in _JOINS:
            joins = bool(found)
        elif (
            stem(word) not in fillers() | stems_under("new")
            and word.casefold() not in MONTH_NUMBERS
            and not _NUMBER.fullmatch(word)
        ):
            meant = names((word,)) - ({members()[stem(word)]} if stem(word) in members() else frozenset())
            if joins:
                found[-1] |= meant
            else:
                found.append({*meant})
            joins = False
    return tuple(frozenset(unit) for unit in found)


def people_in(demand: Demand) -> list[str]:
    """Return the groups of people to whom a rule forbids to send anything, of whom an act shows addresses only."""
    groups = [group for group in table()["people"] if any(names((group,)) & unit for unit in demand.units)]
    return groups if demand.effects == frozenset(("send",)) else []
