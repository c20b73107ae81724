"""Neo4j: the live claims that a draft is compared with, found by the keys of its own claim."""

from memorist.memory_store.statements.memories import CLAIM_KEYS, FIRST_OF_A_KEY


def by_claim(memory: str) -> str:
    """One branch a way to find them, to be united with what a vector finds; ``memory`` is how one is returned."""
    found = f"RETURN null AS draft, 1.0 AS similarity, {memory}\nUNION\n"
    by_key = (
        f"UNWIND ${keys} AS {key}\n"
        f"CALL ({key}) {{ MATCH (n:Memory {{group_id: $group, {name}: {key}}})\n"
        f"    USING INDEX SEEK n:Memory(group_id, {name}) WHERE n.live {FIRST_OF_A_KEY} }}\n{found}"
        for keys, key, name in CLAIM_KEYS
    )
    return f"""
{"".join(by_key)}UNWIND $fields AS f
CALL (f) {{ MATCH (n:Memory {{group_id: $group, topic: f.topic}})
    USING INDEX SEEK n:Memory(group_id, topic) WHERE n.subject_key = f.subject AND n.live {FIRST_OF_A_KEY} }}
{found}UNWIND $claims AS claim MATCH (n:Memory {{group_id: $group, claim_id: claim}})
USING INDEX SEEK n:Memory(group_id, claim_id) WHERE n.live
{found}UNWIND $conditions AS condition MATCH (n:Memory {{group_id: $group, valid_until_condition: condition}})
USING INDEX SEEK n:Memory(group_id, valid_until_condition) WHERE n.live
{found}"""
