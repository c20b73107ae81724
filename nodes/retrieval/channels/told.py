"""A find as it is told to whoever asks: what another person said of himself is told in his name, or not at all."""

from memorist.memory_store.domain.own import named_instead
from memorist.nodes.retrieval.state import Found
from memorist.nodes.retrieval.whose import HIDDEN, in_his_name, named_in, rule_for_others


def told_to(asking: str | None, task: str, found: Found) -> Found:
    """A find as it is told to ``asking``; nobody in particular is told everything as it stands.

    What another person said of himself is out, unless the task names him: then it is told in his name. Rules, and what
    is about the team or the world, hold for all.
    """
    memory = found.memory
    whose = memory.get("user")
    if asking is None or whose is None or whose == asking:
        return found
    if memory["type"] == "semantic:hard_rule":
        content, line = rule_for_others(memory["content"], whose), rule_for_others(found.line, whose)
        return found._replace(memory={**memory, "content": content}, line=line)
    if found.channel != "user_model" and not memory.get("personal"):
        return found
    if found.channel == "user_model" or not named_in(whose, task):
        return found._replace(
            memory={**memory, "content": HIDDEN, "entities": [], "claim": None},
            line="",
            note="",
            out=f"{whose} said it of himself, and {asking} did not ask about {whose}",
        )
    told = in_his_name(memory["content"], whose)
    line = (
        found.line.replace(memory["content"], told, 1)
        if memory["content"] in found.line
        else named_instead(found.line, whose)
    )
    return found._replace(memory={**memory, "content": told}, line=line)
