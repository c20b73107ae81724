"""General knowledge: what is true everywhere, not only for this person, team or project."""

import re

from memorist.nodes.ingestion.shapes import looks_like
from memorist.nodes.ingestion.vocabulary import one_of
from memorist.nodes.language.names import find_names
from memorist.nodes.language.seeking import Shape

_DEFINITION = looks_like(
    r"""\b(?:is|are)\s(?:a|an|one\sof\sthe|the\s(?:process|act|practice|art|idea)\sof)\s(?:[\w-]+\s){0,5}(?:library|framework|language|superset|subset|tool|toolkit|format|protocol|standard|pattern|paradigm|method|function|keyword|type|types|database|platform|runtime|compiler|algorithm|data\sstructure|technique|syntax|operator|service|concept|principle|approach|way\sto|orm|linter|bundler|hook|statement|interface|engine|system)\b
    |\b(?:stands\sfor|is\sdefined\sas|refers\sto|is\sused\s(?:to|for)|are\sused\s(?:to|for)|(?:lets|allows|enables)\s(?:you|developers|us)\b|can\sbe\sused\s(?:to|for)|is\s(?:immutable|mutable|single-threaded|statically\styped|dynamically\styped|garbage.collected|case.sensitive|zero.indexed)|are\s(?:immutable|mutable|hoisted|first.class|passed\sby))"""
)
_GENERIC = looks_like(
    r"""^(?:in|with)\s(?:[a-z+#.]+)\s?(?:\d[\d.]*)?,?\s(?:you\s(?:can|should|need|must|have)
    |(?:lists?|tuples?|strings?|arrays?|objects?|functions?|variables?|classes|generics?|dicts?|dictionaries|promises?
    |decorators?|pointers?|hooks|slices|maps?)\b)
    |^(?:you|one|developers|programmers)\s(?:can|could|should|might|may|need\sto|have\sto|must)\s
    |^(?:use|using|try|wrap|put)\s(?:a\s|an\s|the\s)?
    (?:try[/ -]?(?:catch|except)|async(?:[/ ]await)?|await
    |for\sloops?|while\sloops?|map|filter|reduce|const|let|var|list\scomprehensions?
    |hash\s?maps?|null\scoalescing|optional\schaining|environment\svariables|version\scontrol|meaningful\s(?:variable\s)?names|descriptive\snames
    |early\sreturns)\b
    |\bo\((?:1|n|log|n\s?log|n\^?2)
    |^(?:git|http|https|tcp|udp|dns|html|css|json|xml|yaml|sql|rest|oop|solid|dry|kiss)\s(?:is|means|stands|has|uses)\b"""
)
_STATUS = re.compile(r"(?:an?\s|the\s)?https?\s(?:status\s)?(?:code\s)?[1-5]\d\d\s(?:means|is|stands)\b", re.IGNORECASE)
"""HTTP 429 means that the client asks too often: of any client."""
_CONCEPT = looks_like(
    r"""^(?:an?\s|the\s|both\s)?(?:[\w.+#-]+\s){0,2}?(?:closures?|monads?|functors?|hooks?|promises?|callbacks?|generics?
    |decorators?|iterators?|generators?|coroutines?|goroutines?|threads?|mutex(?:es)?|semaphores?|deadlocks?|pointers?
    |references?|arrays?|tuples?|lists?|dicts?|dictionar(?:y|ies)|sets|maps|hash\s?(?:maps?|tables?)|linked\slists?|trees?
    |b-?trees?|heaps?|stacks?|queues?|graphs|recursion|polymorphism|inheritance|encapsulation|abstraction|interfaces?
    |classes|objects|variables?|constants?|strings?|integers?|floats?|booleans?|loops?|for\sloops?|list\scomprehensions?
    |regular\sexpressions?|lambdas?|enums?|structs?|traits?|macros?|big\s?o|binary\ssearch|quicksort|mergesort
    |(?:inner|outer|left|right|sql)\sjoins?|primary\skeys?|foreign\skeys?|(?:database\s)?index(?:es)?|transactions?
    |normali[sz]ation|acid|cap\stheorem|garbage\scollect(?:ion|or)|event\sloops?|virtual\sdom|state\smachines?
    |http|https|tcp|udp|dns|rest|graphql|websockets?|cookies|cors|tls|ssl|oauth|jwts?|containers?|pods?|semantic\sversioning
    |median|mean|average|variance|standard\sdeviation|correlation|p-values?|regression|gradient\sdescent|overfitting|neural\snetworks?|transformers?
    |embeddings?|attention|cosine\ssimilarity|random\sforests?|decision\strees?|softmax|entropy|precision|recall|outliers?|confidence\sintervals?
    |unit\stests?|integration\stests?|mocks?|design\spatterns?|singletons?|dependency\sinjection|immutability|pure\sfunctions?
    |higher-order\sfunctions?|async\sfunctions?|async/await|type\sinference|static\styping|duck\styping)\s
    (?:is|are|can|must|should|may|will|has|have|allows?|lets?|makes?|runs?|returns?|means?|takes?|stores?|speeds?|holds?
    |provides?|captures?|prevents?|reduces?|improves?|helps?|executes?|evaluates?|(?:do|does)(?:\snot|n['’]t)|only|always
    |never|guarantees?|works?|uses?|needs?|keeps?)\b
    |^an?\s(?:[\w-]+\s){0,2}?(?:mutex|semaphore|closure|monad|promise|callback|decorator|iterator|generator|coroutine|pointer
    |hash\s?map|linked\slist|b-?tree|heap|stack|queue|index|interface|class|struct|enum|singleton|factory|primary\skey
    |foreign\skey|join|transaction|regex|lambda|thread|socket|container|load\sbalancer|reverse\sproxy|cdn|cache)\s[a-z]+s\s
    |^rest\sapis?\s
    |^(?:memory\sleaks?|race\sconditions?|prime\snumbers?|leap\syears?|merge\sconflicts?|stack\soverflows?|segfaults?|the\s(?:dom|heap|gil)|dns|an?\s(?:orm|dom|cdn|vpn|proxy|docker\simage|container)|the\s(?:earth|sun|moon|sky)|water|humans|octopus(?:es)?|cats|bees|whales)\s[a-z]+
    |^in\s(?:js|javascript|typescript|python|rust|go|golang|java|kotlin|swift|ruby|php|c|c\+\+|c\#|bash|sql|haskell|scala|elixir|react|css|html|git|postgres|linux|unix|excel|latex|photoshop|vim),?\s(?!20\d\d)(?:an?\s|every\s|each\s|all\s|the\s)?
    [\w+&-]+(?:\s(?:and|or)\s[\w-]+)?\s(?:is|are|has|have|can|cannot|must|returns?|means?|starts?|holds?|[a-z]+s)\b
    |^(?:docker|react|vue|bash|python|java|javascript|js|typescript|go|rust|ruby|php|c|c\+\+|sql|css|html|git|kubernetes|linux|unix)\s(?:containers?|arrays?|lists?|strings?|dicts?|classes|objects|pods|components|hooks|functions|
    variables|types|closures|generics|tuples|decorators|branches|slices|maps|sets|integers|modules|processes|images|volumes|layers|crates|packages|threads)\s(?:share|consist\sof|contain|start\sat|hold|return|store|can|cannot|can['’]t|don['’]?t|are\s(?!named|kept|in\b|tested|written|built|deployed|pinned)|
    copy|inherit|run\s(?!on\b|in\b))"""
)
_PLACED = re.compile(
    r"\b(?:lives?|sits?|happens?|goes|go|runs?)\s(?:in|on|at|through|into|behind)\sthe\b", re.IGNORECASE
)
"""Where something is in a house: "rate limiting lives in the gateway"."""
_ALWAYS = looks_like(r"\b(?:always|never)\b")
_QUANTIFIED = looks_like(
    r"^(?:all|every|each|any|new|no|these|those|this|that|production|staging|feature)\b|\d{3,}|[@#/]\w"
)
_SPECIFIC = looks_like(
    r"(?<![\w'’])(?:we|we['’]\w+|our|ours|us|i|i['’]\w+|my|team|client|customer|here|project|"
    r"from\snow\son|again|any\s?more|issue|bug|flicker\w*|crash\w*|broken|breaks?|fails?)(?![\w'’])"
)

_OF_A_THING = re.compile(
    r"^\s(?:v?\d[\d.]*\s|(?!is\b|are\b|has\b|was\b)[a-z]+\s){0,2}?(?:\w+ly\s|also\s|now\s)?"
    r"(?:(?:is|are)\s(?:just\s|basically\s|really\s)?(?:an?|one\sof\sthe|the\smost|single.threaded|multi.threaded|stateless|asynchronous|declarative|made\sof|based\son|written\sin|built\son|"
    r"designed\s(?:for|to)|known\sfor|good\s(?:for|at)|meant\sfor|similar\sto|compiled|interpreted|open.source|dynamically|"
    r"statically|strongly|weakly|loosely)\b"
    r"|(?:(?:has|have)(?!\sto\b)|supports?|uses?|provides?|offers?|allows?|lets|handles?|includes?|added|introduced|rewrites?|stores?|"
    r"compiles?|implements?|guarantees?|ships?\swith|comes?\swith|adds?|creates?|manages?|automates?|runs?|executes?|makes?|"
    r"helps?|treats?|schedules?|bundles?|minifies|transpiles?|maps|parses|compresses|resolves|re-?renders?|spawns?|manages|polls?|relies\son|follows?|converts?|transforms?|enforces?|exposes?|caches?|batches?|renders?|tracks?|"
    r"(?:does|do)(?:\snot|n['’]t)\s(?:support|have|allow|guarantee|provide|require|use))\s(?!the\b|our\b|this\b|these\b|that\b|\d|up\b|out\b|"
    r"on\b|in\b|at\b|by\b|it\b|into\b))",
    re.IGNORECASE,
)
"""What a technology is or does, said of no particular place: "Redis is an in-memory store"."""

_MAY_DEFINE = Shape(r"(?:the\s)?(?:\S+\s){1,5}?" + _OF_A_THING.pattern[len(r"^\s") :], re.IGNORECASE)
"""What a clause must look like before it is worth finding the names in it."""

_PARTICULAR = re.compile(
    r"\b(?:now|today|currently|lately|yesterday|sometimes|often|randomly|again|here|still|staging|production|prod|deadline|"
    r"client|customer|office|release|sprint|flicker\w*|crash\w*|leaks?|breaks?|broke\w*|fails?|failed|slow|wrong|bug\w*|issues?|"
    r"problems?|stutter\w*|lags?|twice|lost|loses|errors?|timeouts?|flaky|unstable|out|ok|okay|banned|allowed|recommended|"
    r"required\sfor|for\s(?:auth|billing|mobile|web|search))\b|https?://|[#@]\w|:\d{2,5}\b",
    re.IGNORECASE,
)
_WORLD = looks_like(
    r"""\bis\sthe\s(?:capital|largest|smallest|tallest|longest|chemical\ssymbol|square\sroot|population)\s(?:\w+\s)?(?:of|in)\b
    |\b(?:boils|freezes|melts)\sat\b|\bspeed\sof\s(?:light|sound)\b|\borbits\b|\bat\ssea\slevel\b
    |^(?:the\s)?difference\sbetween\s.+\sis\b|^(?:the\s)?use[A-Z]\w+\s(?:hook\s)?[a-z]+s\b
    |^an?\s\d{3}\s(?:error|status|response|code)\b|^(?:a\s|an\s)?(?:status\s)?(?:code\s)?\d{3}\s(?:means|indicates|stands)\b
    |^to\s[^,]+\sin\s[\w+#.]+,?\s(?:you|use|call|just)\b|^in\s(?:general|theory|programming|computer\sscience|software)\b
    |^(?:sql\sinjection|xss|csrf|cors|memoi[sz]ation|idempotency|eventual\sconsistency|big\so|tail\srecursion|dead\slocks?|race\sconditions?
    |technical\sdebt|continuous\sintegration|test-driven\sdevelopment|pair\sprogramming|agile|scrum|microservices|monoliths?
    |flexbox|css\sgrid|html|css|json|yaml|toml|xml|markdown|utf-8|unicode|ascii|base64|uuids?|regex(?:es)?|sql|nosql|http|https|tls|ssh
    |async\sfunctions?|arrow\sfunctions?|const\svariables?|global\svariables?|environment\svariables?|git\s(?:rebase|merge|stash|bisect|cherry-pick)
    |indexes|indices|joins?|views?|triggers?|stored\sprocedures?|sharding|replication|caching|load\sbalancing|rate\slimiting)\s
    (?:(?:does|do|is|are|can|cannot|must|should|will|has|have)(?:\snot|n['’]t)?\s|(?:[a-z]+ly\s)?[a-z]+s\s)(?!our\b|the\steam)
    |^(?:an?\s|the\s)?(?:[a-z-]+\s)?[a-z-]{8,}\s(?:just\s|basically\s|simply\s|really\s|only\s)*(?:means|is\swhen|is\swhere|happens\swhen|occurs\swhen|describes|denotes)\s
    (?:that\s|when\s)?(?:you|one|an?|something|someone|it|two|several|[a-z]+ing|parts?)\b
    |^an?\s(?:[\w-]+\s){1,3}is\s(?:just|basically|simply|essentially|really|nothing\sbut)\san?\s
    |^(?:most|many|some|modern)\s(?:languages|databases|frameworks|browsers|developers|programmers|teams|people|companies|compilers)\b
    |^(?:it\sis|it['’]s)\s(?:a\s)?(?:good|best|bad|common)\s(?:practice|idea|style)\s(?:to|not\sto)\b"""
)


_FORBIDS = looks_like(
    r"^you\s(?:must\snot|mustn['’]?t|may\snot|can(?:not|['’]t)|should\snot|shouldn['’]?t|are\snot\sallowed)\b.*\bthe\b"
)
"""You must not regenerate the golden files: told to whoever works here, of a thing that is here."""
_BUILT_WITH = looks_like(
    r"^(?!an?\s)[\w-]+(?:\s[\w-]+)?\s(?:is|are)\s(?:an?\s)?(?:[\w-]+\s){1,3}(?:service|app|backend|frontend|worker|job)s?\b"
)
"""Billing is a spring boot service: what a part of the house is made of."""
_OF_THE_HOUSE = rf"(?:{one_of('work')}|{one_of('parts of the house')}|{one_of('persons')})"
_KIND_OF_THING = looks_like(
    rf"""^an?\s(?!(?:[a-z-]+\s){{0,2}}?{_OF_THE_HOUSE}\s)(?:[a-z-]+\s){{1,3}}?
    (?:(?:has|have)\s(?:an?|no|exactly|at\smost|\d+|two|three|four)\s|is\s(?:an?|the|always|never|made)\s
    |(?:resets|holds|stores|maps|keeps|turns|returns|takes|converts|measures|lets|stops|sends|receives|contains
    |consists\sof|describes|represents|tells|prevents|guarantees|wraps|watches|counts|compares|produces|consumes)
    \s(?:an?|the|its|no|one)\s)"""
)
"""A leap year has 366 days: true of one of a kind is true of all, unless it is a kind that a house has its own of."""
_MEANS = looks_like(
    rf"^(?!{_OF_THE_HOUSE}\b|this\b|that\b|it\b|which\b|green\b|red\b|yellow\b)(?:[a-z-]+\s){{1,3}}"
    r"means\s(?:that\s)?(?:each|every|an?|one|you|something|the\s[a-z]+\sof)\s"
)
_SPOILS = looks_like(rf"^(?!{_OF_THE_HOUSE}\b|it\b|this\b|that\b|he\b|she\b|they\b)(?-i:[a-z]+)\snever\s[a-z]+s?\W*$")
"""Honey never spoils."""
_IN_A_TECHNOLOGY = re.compile(r"in (?=\w)", re.IGNORECASE)
_OF_ANY = re.compile(r",?\s(?:an?|every|each|all|any|you)\s(?!new\b)", re.IGNORECASE)


def _in_any_use(clause: str) -> bool:
    """Whether a clause tells what holds in a technology, whoever uses it: "In Spring, a bean is managed"."""
    if not _IN_A_TECHNOLOGY.match(clause):
        return False
    named = [m for m in find_names(clause) if m.start == len("in ") and m.kind == "entity:technology"]
    return bool(named) and bool(_OF_ANY.match(clause, named[0].end))


def is_general(clause: str) -> bool:
    """Whether a clause is general knowledge, true everywhere."""
    if _STATUS.match(clause):
        return True
    if _SPECIFIC(clause) or _PLACED.search(clause) or _FORBIDS(clause):
        return False
    if not _ALWAYS(clause) and (_DEFINITION(clause) or _GENERIC(clause)):
        built = _BUILT_WITH(clause)
        return not (built and any(0 < m.start < built.end() for m in find_names(clause)))
    if _WORLD(clause) or _KIND_OF_THING(clause) or _in_any_use(clause):
        return True
    if (" means " in clause and _MEANS(clause)) or (" never " in clause and _SPOILS(clause)):
        return True
    if _QUANTIFIED(clause) or _PARTICULAR.search(clause):
        return False
    return bool(_CONCEPT(clause)) or _of_one_technology(clause)


def _of_one_technology(clause: str) -> bool:
    """Whether a clause tells what one technology is or does; what it is to another one is worth keeping."""
    if not _MAY_DEFINE.match(clause):
        return False
    mentions = find_names(clause)
    if not mentions or mentions[0].start > len("the ") or mentions[0].kind != "entity:technology":
        return False
    others = [
        m
        for m in mentions[1:]
        if m.kind in {"entity:technology", "entity:person"}
        and m.canonical != mentions[0].canonical
        and not m.field == mentions[0].field == "language"
    ]
    if others and not re.match(r"\s(?:is|are)\s(?:an?|one|similar|based|written)\b", clause[mentions[0].end :]):
        return False
    return bool(_OF_A_THING.match(clause[mentions[0].end :]))
