"""The results of scenarios as one HTML page: the overall marks, a table, and each scenario as it happened."""

from collections.abc import Iterable, Sequence

from memorist.evals.page.document import chip, document, heading, number, row, table
from memorist.evals.page.element import Child, Html, element
from memorist.evals.scenarios.html_story import story
from memorist.evals.scenarios.marks import MarkResult, marks
from memorist.evals.scenarios.suite import Played, Rate, originals, varied

HEAD = ("scenario", "", "variants", "events", "memories", "prompts", "checkpoints", "expectations", "seconds")


def page(played: Sequence[Played]) -> str:
    """The whole page."""
    return document(
        "Scenarios",
        element("h1", "Scenarios"),
        _rates(played),
        element("h2", "Overall marks"),
        _marks(marks(originals(played))),
        element("h2", "Scenarios"),
        _table(played),
        element("h2", "As it happened"),
        (story(one.trace) for one in played if one.telling.variant is None),
        _variants([one for one in played if one.telling.variant]),
    )


def _rates(played: Sequence[Played]) -> Html:
    figures = [_rate("as written", Rate.of(originals(played)))]
    if told := varied(played):
        figures.append(_rate("variants, with other names, words and dates", Rate.of(told)))
    return element("div", figures, class_="figures")


def _rate(what: str, rate: Rate) -> Html:
    return element(
        "div",
        element("b", f"{rate.passed} of {rate.scenarios}"),
        what,
        element("div", f"{rate.held} of {rate.expectations} expectations hold", class_="soft"),
        class_="figure",
    )


def _marks(results: Iterable[MarkResult]) -> Html:
    rows = [
        row(
            element("th", result.aim.text, scope="row"),
            number(f"{'> ' if result.aim.above else ''}{result.aim.share:.0%}"),
            number("–" if result.share is None else f"{result.share:.1%}"),
            number(f"{result.held} of {result.asked}"),
            _reached(result.reached),
        )
        for result in results
    ]
    head = [heading("mark"), *(heading(h, numeric=True) for h in ("aim", "reached", "questions")), heading("")]
    return table(head, rows)


def _reached(reached: bool | None) -> Html:
    if reached is None:
        return chip("no scenario asks", "quiet")
    return chip("reached", "good") if reached else chip("missed", "bad")


def _table(played: Sequence[Played]) -> Html:
    told = bool(varied(played))
    head = [heading(h, numeric=n > 1) for n, h in enumerate(HEAD) if told or h != "variants"]
    return table(head, [_row(one, played) for one in played if one.telling.variant is None])


def _row(one: Played, played: Sequence[Played]) -> Html:
    trace = one.trace
    held = sum(score.passed for score in trace.scores)
    looked = sum(checkpoint.passed for checkpoint in trace.checkpoints)
    others = [o.trace for o in played if o.telling.variant and o.trace.scenario.name == trace.scenario.name]
    variants = [number(f"{sum(t.passed for t in others)} of {len(others)}")] if varied(played) else []
    return row(
        element("a", trace.scenario.title, href=f"#{trace.scenario.name}"),
        chip("holds", "good") if trace.passed else chip("fails", "bad"),
        *variants,
        number(str(len(trace.events))),
        number(str(sum(len(result.memories) for result in trace.results))),
        number(str(len(trace.asked))),
        number(f"{looked} of {len(trace.checkpoints)}"),
        number(f"{held} of {len(trace.scores)}"),
        number(f"{trace.seconds:.1f}"),
    )


def _variants(played: Sequence[Played]) -> Child:
    """In what each variant differs; one that fails, as it happened."""
    return [element("h2", "Variants"), [_variant(one) for one in played]] if played else None


def _variant(one: Played) -> Html:
    assert one.telling.variant is not None
    changes = element("ul", (element("li", line) for line in one.telling.variant.told()), class_="plain soft")
    if not one.trace.passed:
        return story(one.trace, variant=one.telling.variant.number, lead=changes)
    note = element("span", f" {len(one.trace.scores)} expectations hold", class_="soft")
    return element("details", element("summary", one.telling.label, note), changes)
