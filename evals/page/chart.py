"""Line charts as inline SVG: days from left to right, colours from the page's style."""

from collections.abc import Mapping, Sequence

from memorist.evals.page.element import Html, element

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 12, 26
COLOURS = ("first", "second", "third", "fourth")
"""Classes of the page's style."""
TICKS = 4


def lines(title: str, series: Mapping[str, Sequence[float | None]], *, percent: bool = False, note: str = "") -> Html:
    """One line a series, the first value at the left; a missing value is a gap that the line bridges.

    ``percent``: values are shares between 0 and 1.
    """
    top = (
        1.0
        if percent
        else _round_up(max((v for values in series.values() for v in values if v is not None), default=1))
    )
    count = max((len(values) for values in series.values()), default=1)
    drawn = [_line(values, count, top, COLOURS[n % len(COLOURS)]) for n, values in enumerate(series.values())]
    label = f"{title}: {', '.join(series)}"
    svg = element(
        "svg",
        [_tick(top * n / TICKS, top, percent) for n in range(TICKS + 1)],
        [_day(day, count) for day in _days(count)],
        drawn,
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=label,
    )
    keys = [
        element("span", element("span", "■ ", class_=f"key {COLOURS[n % len(COLOURS)]}"), f"{name}  ")
        for n, name in enumerate(series)
    ]
    return element(
        "figure",
        element("figcaption", title),
        element("div", keys, class_="soft keys"),
        svg,
        element("div", note, class_="soft") if note else None,
    )


def _line(values: Sequence[float | None], count: int, top: float, colour: str) -> Html:
    points = [f"{_x(n, count):.1f},{_y(value, top):.1f}" for n, value in enumerate(values) if value is not None]
    return element("polyline", points=" ".join(points), class_=f"line {colour}", fill="none", stroke="currentColor")


def _tick(value: float, top: float, percent: bool) -> Html:
    y = _y(value, top)
    text = f"{value:.0%}" if percent else f"{value:,.0f}" if top >= TICKS else f"{value:.1f}"
    return Html(
        element("line", x1=LEFT, x2=WIDTH - RIGHT, y1=f"{y:.1f}", y2=f"{y:.1f}", class_="axis", stroke="#888")
        + element("text", text, x=LEFT - 6, y=f"{y + 4:.1f}", text_anchor="end", font_size=11)
    )


def _day(day: int, count: int) -> Html:
    return element(
        "text", f"day {day}", x=f"{_x(day - 1, count):.1f}", y=HEIGHT - 6, text_anchor="middle", font_size=11
    )


def _days(count: int) -> list[int]:
    """Return the days written below the chart: the first and four more, the last among them."""
    step = max(1, round((count - 1) / TICKS)) if count > 1 else 1
    return sorted({1, *(range(1 + step, count - step // 2, step)), count})


def _x(position: int, count: int) -> float:
    return LEFT + 14 + (WIDTH - LEFT - RIGHT - 34) * (position / max(1, count - 1))


def _y(value: float, top: float) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value / top if top else 0)


def _round_up(value: float) -> float:
    """The next figure that four ticks divide well."""
    step = 1.0
    while True:
        for factor in (1, 2, 4, 8):
            if value <= step * factor:
                return step * factor
        step *= 10
