"""SQL: statements that destroy what no other statement brings back; read with sqlglot."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal, cast

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError

from memorist.nodes.homeostasis.acts.simple_command import SimpleCommand
from memorist.nodes.homeostasis.acts.verdict import Objection

DESTRUCTIVE_WORDS = re.compile(
    r"\b(drop\s+(table|database|schema)|truncate\s|delete\s+from\b(?!.*\bwhere\b))", re.I | re.S
)
ALTERNATIVE = "Make a backup first and ask whoever answers for the data; or rename, or mark as deleted, instead."
NO_WHERE = "without a WHERE that narrows it no row is spared"
LIGHT = frozenset({"VIEW", "INDEX", "TEMPORARY", "FUNCTION", "TRIGGER", "PROCEDURE"})
"""Objects that can be made again from their definition."""
SQL_OPTIONS = r"-c|-e|-Q|-q|--command|--execute|--query|-cmd|--eval"


def statements_in(command: SimpleCommand) -> list[str]:
    """The statements that a database client is given with its command."""
    last = command.arguments[1:][-1:] if command.program in ("sqlite3", "duckdb") else ()
    return [*command.values(SQL_OPTIONS), *last, *([command.given] if command.given else [])]


Statement = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A statement, the tables that it changes (reads, if it changes none), and those that it reads besides."""


def tables_of(text: str) -> list[Statement]:
    """Return the statements of a text with their tables.

    Text that cannot be parsed is one statement without tables, or with the table ``?`` if it is filled in later
    (``UPDATE {table} …``).
    """
    try:
        statements = [one for one in cast("list[Any]", sqlglot.parse(text)) if one is not None]
        if statements and not any(isinstance(one, exp.Command) for one in statements):
            return [*_with_tables(statements)]
    except (SqlglotError, RecursionError, ValueError):
        pass
    return [(text, ("?",) if _FILLED_IN.search(text) else (), ())]


def _with_tables(statements: Sequence[Any]) -> Iterator[Statement]:
    for statement in statements:
        queries = {cte.alias_or_name.casefold() for cte in statement.find_all(exp.CTE)}
        changed = [one for part in statement.find_all(*_CHANGES) if (one := _target(part)) is not None]
        into = {id(one) for one in changed}
        read = [one for one in statement.find_all(exp.Table) if id(one) not in into]
        names = [tuple(dict.fromkeys(_plain(one) for one in tables)) for tables in (changed, read)]
        told = tuple(name for name in names[1] if name.casefold() not in queries)
        yield statement.sql(), names[0] or told, told if names[0] else ()


_CHANGES = (exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Drop, exp.Alter, exp.TruncateTable, exp.Create, exp.Into,
            exp.Copy)  # fmt: skip
_FILLED_IN = re.compile(r"\b(?:into|update|from|table)\s+[\"'`]?(?:[$:%]\w|[$%]?[{]|\?)", re.IGNORECASE)


def _target(part: Any) -> Any:
    """The table that a part of a statement changes; null for none."""
    inside = (part.this, *part.expressions) if isinstance(part, exp.TruncateTable) else (part.this,)
    return next((found for one in inside if hasattr(one, "find") and (found := one.find(exp.Table))), None)


def _plain(named: Any) -> str:
    return ".".join(part.name for part in named.parts).casefold()


def sql_objections(text: str) -> list[Objection]:
    """Return the objections to these statements."""
    try:
        statements = cast("list[Any]", sqlglot.parse(text))
    except (SqlglotError, RecursionError):
        return _unparsed(text)
    found = [o for statement in statements if statement is not None for o in _judge(statement)]
    return found or (_unparsed(text) if any(isinstance(s, exp.Command) for s in statements) else [])


def _unparsed(text: str) -> list[Objection]:
    if not DESTRUCTIVE_WORDS.search(text):
        return []
    return [_objection("sql_destroys", "run SQL that destroys data", "it holds DROP, TRUNCATE or a bare DELETE")]


def _judge(statement: Any) -> Iterator[Objection]:
    """The statement and those inside it (``EXPLAIN``, CTEs …)."""
    for drop in statement.find_all(exp.Drop):
        kind = str(drop.args.get("kind") or "TABLE").upper()
        if not isinstance(drop.parent, exp.Alter):
            verdict = "warn" if kind in LIGHT else "deny"
            what = f"drop the {kind.lower()} {_name(drop)}"
            yield _objection("sql_drop", what, "what is dropped is gone with everything in it", verdict)
    for truncate in statement.find_all(exp.TruncateTable):
        yield _objection("sql_truncate", f"empty the table {_name(truncate)}", "every row is gone at once")
    for type_, id_, verb in ((exp.Delete, "sql_delete_all", "delete"), (exp.Update, "sql_update_all", "change")):
        for one in statement.find_all(type_):
            if _everything(one):
                yield _objection(id_, f"{verb} every row of {_name(one)}", NO_WHERE)
    for alter in statement.find_all(exp.Alter):
        if any(isinstance(action, exp.Drop) for action in alter.args.get("actions") or ()):
            what = f"drop a column of {_name(alter)}"
            yield _objection("sql_drop_column", what, "the values of a dropped column are gone")


def _everything(statement: Any) -> bool:
    """Return true if nothing narrows it: no WHERE, or one that is always true (``1 = 1``)."""
    where = statement.args.get("where")
    if where is None:
        return True
    condition = where.this.unnest()
    if isinstance(condition, exp.Boolean):
        return bool(condition.this)
    return isinstance(condition, exp.EQ) and condition.left == condition.right


def _name(statement: Any) -> str:
    table = statement.find(exp.Table)
    return table.sql() if table is not None else "something"


def _objection(id_: str, what: str, reason: str, verdict: Literal["warn", "deny"] = "deny") -> Objection:
    return Objection(
        source="guardrail",
        id=id_,
        verdict=verdict,
        what=what,
        reason=f"It would {what}: {reason}.",
        alternative=ALTERNATIVE,
    )
