"""FalkorDB: the live claims that a draft is compared with, found by the keys of its own claim."""

from memorist.memory_store.statements.memories import CLAIM_KEYS, FIRST_OF_A_KEY


def by_claim(memory: str) -> str:
    """One branch a way to find them, to be united with what a vector finds; ``memory`` is how one is returned."""
    found = f"RETURN null AS draft, 1.0 AS similarity, {memory}\nUNION\n"
    by_key = (
        f"UNWIND ${keys} AS {key}\n"
        f"CALL {{ WITH {key} MATCH (n:Memory {{{name}: {key}}}) WHERE n.live {FIRST_OF_A_KEY} }}\n{found}"
        for keys, key, name in CLAIM_KEYS
    )
    return f"""
{"".join(by_key)}UNWIND $fields AS f WITH f.subject AS subject, f.topic AS topic
CALL {{ WITH subject, topic MATCH (n:Memory {{topic: topic}})
    WHERE n.subject_key = subject AND n.live {FIRST_OF_A_KEY} }}
{found}MATCH (n:Memory) WHERE n.claim_id IN $claims AND n.live
{found}MATCH (n:Memory) WHERE n.valid_until_condition IN $conditions AND n.live
{found}"""
