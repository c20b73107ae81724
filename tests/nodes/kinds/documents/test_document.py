"""A document's words are the document's; what a person wrote beside it is his own; instruction files instruct."""

from memorist.memory_store.domain.memory import Source
from memorist.nodes.kinds.inputs import parse_input
from memorist.nodes.kinds.kind import kind_of
from tests.nodes.kinds.reading import claim, contents, drafts_of, proposal

ARTICLE = {
    "kind": "document",
    "title": "Liquid Glass in iOS 26",
    "content": (
        "# Liquid Glass\n\nLiquid Glass is Apple's new design language. We at Acme use it. What else?\n\n"
        "## How to adopt it\n1. Add the glassEffect modifier\n2. Check the result\n"
    ),
    "annotations": [
        "Use Liquid Glass sparingly, it costs performance",
        {"text": "hero sections only", "quote": "glassEffect"},
    ],
}


def test_a_document_is_not_the_users_own_words() -> None:
    document = parse_input(ARTICLE)
    block, *_, note = kind_of(document).passages(document)
    assert (block.speaker, block.own_words) == ("Liquid Glass in iOS 26", False)
    assert (note.speaker, note.own_words) == ("user", True)


def test_what_a_document_says_of_i_is_quoted_under_its_name() -> None:
    page = {"kind": "document", "title": "About me", "content": "I am a vegan. Never eat meat."}
    vegan = proposal("I am a vegan.", "semantic:preference", passage="block:0", claim=claim("user", "is", "a vegan"))
    never = proposal("Never eat meat.", "semantic:hard_rule", passage="block:0", operation="ends", targets=("m1",))
    _, first, second = drafts_of(page, vegan, never)
    assert (first.type, first.content, first.claim) == ("semantic:reference", "About me: I am a vegan.", None)
    assert (second.type, second.details, second.operation, second.targets) == ("semantic:reference", {}, "add", ())
    assert max(first.confidence, second.confidence) == 0.7
    assert not first.by_user
    assert not second.by_user


def test_a_claim_of_a_document_is_believed_a_little() -> None:
    page = {"kind": "document", "title": "State", "content": "For state management, Redux is recommended."}
    redux = claim("advice", "recommends", "Redux", topic="state")
    said = proposal(str(page["content"]), passage="block:0", claim=redux)
    _, fact = drafts_of(page, said)
    assert (fact.type, fact.confidence, fact.claim) == ("semantic:fact", 0.7, said.claim)


def test_an_instruction_file_is_read_by_section() -> None:
    content = (
        "# Agents\n\n## Testing\n- Keep fixtures small\n- You must run pytest before each commit\n"
        "- Never push to main\n- Which tests?\n\n## Links\n- See https://example.org/wiki\n- The API lives in api\n"
    )
    never = proposal("Never push to main", "semantic:hard_rule", passage="block:2", details={"severity": "block"})
    reference, small, run, rule, link, fact = drafts_of(
        {"kind": "document", "path": "AGENTS.md", "content": content}, never
    )
    assert (reference.source, reference.confidence) == (Source.IMPORTED, 0.9)
    assert contents([small, run]) == ["Testing: Keep fixtures small", "Testing: You must run pytest before each commit"]
    assert {small.type, run.type} == {"semantic:policy"}
    assert (link.type, fact.type) == ("semantic:reference", "semantic:fact")
    assert {d.confidence for d in (small, run, rule, link, fact)} == {0.9}
    assert rule.details["severity"] == "warn", "a file blocks nothing before a person agrees"


def test_a_prohibition_of_an_instruction_file_warns_also_if_no_reader_reads_it() -> None:
    file = {"kind": "document", "path": "CLAUDE.md", "content": "- You must never mock the database"}
    _, rule = drafts_of(file)
    assert (rule.type, rule.content) == ("semantic:hard_rule", "You must never mock the database")
    assert rule.details == {"severity": "warn"}


def test_the_section_that_the_memory_wrote_itself_is_not_read() -> None:
    content = "- Keep fixtures small\n\n<!-- memorist:begin -->\n- Never use Realm\n<!-- memorist:end -->\n"
    drafts = drafts_of({"kind": "document", "path": "AGENTS.md", "content": content})
    assert not any("Realm" in text for text in contents(drafts))
