"""Where a document is kept: "the payroll templates are in SharePoint, folder HR-2025"."""

import re

from memorist.nodes.ingestion.vocabulary import one_of

_WHOSE = r"(?:(?:all|most)\s(?:of\s)?)?(?:the|our|my|your|their|all)\s"
_SAYS_WHERE = r"(?=.*(?:[,/]|\b(?:under|folder|space|file|page|section|called)\b))"
"""Meeting notes are kept in Notion: what tool is used, no place to look at."""
_DOCUMENT = (
    rf"(?:{_WHOSE}|{_SAYS_WHERE})(?:[\w'’&/-]+\s){{0,3}}?{one_of('documents')}"
    r"(?:\s(?:for|of|on|about|from|to)\s[\w'’&/-]+(?:\s(?!is\b|are\b|was\b|lives?\b)[\w'’&/-]+){0,4}?)?"
)
_KEPT = (
    r"(?:is|are|lives?|sits?|can\sbe\sfound)(?:\s(?:all|now|still|also|both|always))*"
    r"(?:\s(?:kept|stored|saved|filed|found|documented|archived|located))?"
)
_SHELF = r"(?:the|our|my)\s(?:[\w'’-]+\s){0,3}?(?:drive|folder|share|shared\sdrive|channel|binder|cabinet|repo)\b"
_PLACE = rf"(?:{one_of('places of documents')}(?![\w-])|{_SHELF})"
KEPT = re.compile(
    rf"^(?P<what>{_DOCUMENT})\s{_KEPT}\s(?:in|on|under|at|inside)\s(?P<place>{_PLACE}.*)$", re.IGNORECASE | re.VERBOSE
)
"""The document (``what``) and the ``place`` where it is kept."""
