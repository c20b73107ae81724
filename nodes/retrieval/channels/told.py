"""A find as it is told to whoever asks: what another person said of himself is told in his name, or not at all."""

from memorist.memory_store.domain.own import named_instead
from memorist.nodes.retrieval.state import Found
from memorist.nodes.retrieval.whose import HIDDEN, in_his_name, named_in, rule_for_others


def told_to(asking: str | None, task: str, found: Found) -> Found:
    """A find as it may be shown to the user ``asking``; null: nobody in particular asks.

    What another person said of himself is out, unless the task names him; then it is worded with his name. Where nobody
    in particular asks, all of it is worded with names. Rules, and what is about the team or the world, are for all.
    """
    memory = found.memory
    whose = memory.get("user")
    if whose is None or whose == asking or (asking is None and found.channel == "raw_episodes"):
        return found  # a turn begins with the name of who said it
    if memory["type"] == "semantic:hard_rule":
        content, line = rule_for_others(memory["content"], whose), rule_for_others(found.line, whose)
        return found._replace(memory={**memory, "content": content}, line=line)
    if found.channel != "user_model" and not memory.get("personal"):
        return found
    if asking is not None and (found.channel == "user_model" or not named_in(whose, task)):
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
