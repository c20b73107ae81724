"""The panel in a real headless browser: every page at three looks, and what a person does there.

With MEMORIST_SCREENSHOTS=FOLDER each page is also kept as a picture, to be looked at.
"""

import os
import re
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

import pytest

from memorist.api.memory import AsyncMemory
from memorist.memory_store.domain.scope import Scope
from tests.app.panel.conftest import ServedPanel, turn

pytestmark = pytest.mark.browser

LOOKS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "light"},
    "narrow": {"viewport": {"width": 400, "height": 800}, "color_scheme": "light"},
    "dark": {"viewport": {"width": 1280, "height": 860}, "color_scheme": "dark"},
}
PAGES = {
    "memories": "/",
    "search": "/?q=database&person=ana",
    "nothing": "/?q=zzz&project=Nowhere",
    "review": "/review",
    "add": "/add?type=semantic:hard_rule+block",
    "about": "/about",
    "about-apollo": "/about?name=Apollo",
    "context": "/context?task=Set+up+the+packages",
    "timeline": "/timeline?topic=CockroachDB",
    "graph": "/graph?name=Apollo",
    "ladder": "/ladder",
    "uses": "/uses",
    "never-used": "/uses?show=never",
    "as-of": "/?as_of=2026-02-10",
    "balance": "/balance",
    "changes": "/changes",
    "change": "/changes/2",
    "undo": "/changes/2/undo",
    "health": "/health",
    "login": "/login",
    "missing": "/nowhere",
}
ANA = Scope(group_id="team", user_id="ana")
LABELS = {"words": "In one plain sentence", "why": "Why", "instead": "What to do instead"}
"""Fields of the forms of a memory."""
type Open = Callable[..., Any]


@pytest.fixture
def look(chromium: Any, panel: ServedPanel) -> Generator[Open]:
    """Opens pages of the panel; in the end nothing hostile has run and nothing has failed in the browser."""
    contexts: list[Any] = []
    said: list[str] = []

    def look(path: str, name: str = "desktop", **more: Any) -> Any:
        context = chromium.new_context(**{**LOOKS[name], **more})
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(panel.url + path)
        return page

    yield look
    for context in contexts:
        for page in context.pages:
            assert page.evaluate("window.stolen === undefined")
        context.close()
    assert [text for text in said if "404" not in text and "400" not in text] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_page_fits_and_has_one_heading(look: Open, page: str) -> None:
    shown = look(PAGES[page])
    assert shown.locator("h1").count() == 1
    for name, given in LOOKS.items():
        shown.set_viewport_size(given["viewport"])
        shown.emulate_media(color_scheme=given["color_scheme"])
        assert shown.evaluate("document.documentElement.scrollWidth") <= given["viewport"]["width"], name
        background = shown.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        dark = sum(int(part) for part in background[4:-1].split(",")) < 3 * 128
        assert dark == (name == "dark")
        if page == "graph":
            shown.wait_for_selector("#graph canvas")
            shown.wait_for_timeout(600)
        if folder := os.environ.get("MEMORIST_SCREENSHOTS"):
            Path(folder).mkdir(parents=True, exist_ok=True)
            shown.screenshot(path=f"{folder}/{page}-{name}.png", full_page=True)


def test_one_finds_a_memory_with_the_keyboard_alone_and_reads_its_evidence(look: Open) -> None:
    page = look("/")
    page.keyboard.press("/")
    page.keyboard.type("CockroachDB billing")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=CockroachDB*")
    page.locator("a.words").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("article.memory")
    assert "We switched from Postgres to CockroachDB" in page.locator(".quote").first.inner_text()
    assert "PostgreSQL" in page.locator("section", has_text="Replaced").first.inner_text()


def test_the_skip_link_comes_first_and_the_menu_says_where_one_is(look: Open) -> None:
    page = look("/review")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    assert page.locator("nav a[aria-current]").inner_text() == "Review"


def test_an_edit_puts_another_memory_in_the_place_and_keeps_the_old_one(look: Open, panel: ServedPanel) -> None:
    learn(panel, "We use Jenkins for builds")
    page = opened(look("/?q=Jenkins builds"), "Jenkins")
    page.get_by_role("link", name="Edit").click()
    save(page, words="We use Buildkite for builds", why="we moved last week")
    assert "Buildkite" in page.locator("h1").inner_text()
    replaced = page.locator("section", has=page.get_by_role("heading", name="Replaced"))
    assert "Jenkins" in replaced.inner_text()
    assert "superseded" in replaced.inner_text()


def test_a_change_is_taken_back_after_a_look_at_what_goes_and_comes_back(look: Open, panel: ServedPanel) -> None:
    learn(panel, "We use Bazel for the compiler")
    page = look("/changes")
    page.locator("a.words").nth(0).click()
    undo(page)
    assert page.locator("h1").inner_text() == "Take this back?"
    would = page.locator("ul.list").first.inner_text()
    assert "Bazel" in would
    assert "retracted" in would
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector("h1:has-text('Taken back')")
    page.locator(".crumb a").last.click()
    page.wait_for_selector("text=It was taken back by")
    assert page.get_by_role("link", name="Undo…").count() == 0
    assert "Bazel" not in look("/?q=Bazel compiler").locator("main").inner_text().replace("Bazel compiler", "")
    page = look("/changes?run=undo")
    page.locator("a.words").first.click()
    undo(page, confirmed=True)
    assert look("/?q=Bazel compiler").locator("a.words", has_text="Bazel").count() == 1


def test_a_change_that_others_stand_on_is_refused_with_what_to_undo_first(look: Open, panel: ServedPanel) -> None:
    learn(panel, "We use Gradle for the app build")
    learn(panel, "We switched from Gradle to Maven for the app build")
    page = look("/changes")
    page.locator("a.words").nth(1).click()
    undo(page)
    assert page.locator("h1").inner_text() == "This cannot be undone"
    assert page.get_by_role("heading", name="Undo first").count() == 1
    assert re.match(r"#\d+ ", page.locator(".list.plain a").first.inner_text())
    assert page.get_by_role("button", name="Undo").count() == 0


def test_a_rule_is_added_by_hand_and_what_is_wrong_is_told_in_the_form(look: Open) -> None:
    page = look("/")
    page.get_by_role("link", name="Add…").click()
    save(page, "[role=alert]", words="Where are the keys?", why="they get lost")
    assert "belong to a hard rule" in page.locator("[role=alert]").inner_text()
    page.wait_for_load_state("networkidle")
    page.wait_for_function("!document.querySelector('.htmx-request, .htmx-swapping, .htmx-settling')")
    save(page, "[role=alert]:has-text('question')", why="")
    page.get_by_label("Type").select_option(label="hard rule that warns")
    given = {"why": "paint and disks do not mix", "instead": "tidy the cables"}
    save(page, words="Never paint the server room", **given)
    shown = page.locator("main").inner_text()
    assert all(one in shown for one in ("hard rule", "paint and disks do not mix", "tidy the cables", "warn"))
    assert "Never paint the server room" in look("/context?task=x").locator(".prompt").inner_text()


def test_what_is_unread_becomes_a_memory_or_is_left_as_it_is(look: Open, panel: ServedPanel) -> None:
    for words in ("My zither went over to Bo's place, I guess", "My lute went over to Cy's place, I guess"):
        learn(panel, words)
    page = look("/review")
    card = page.locator("#unread .card", has_text="zither")
    card.get_by_role("link", name="Make a memory…").click()
    assert "zither" in page.get_by_label("In one plain sentence").input_value()
    save(page, words="The zither is lent to Bo")
    page = look("/review")
    assert page.locator("#unread .card", has_text="zither").count() == 0
    page.locator("#unread .card", has_text="lute").get_by_role("button", name="Leave as it is").click()
    page.wait_for_selector("#unread .card:has-text('lute')", state="detached")
    assert "lute" in look("/?q=lute").locator("main").inner_text(), "its words stay"


def test_the_page_about_something_leads_to_its_memories(look: Open) -> None:
    page = look("/about?name=Apollo")
    page.locator("a.words", has_text="CockroachDB").first.click()
    page.wait_for_selector("article.memory")
    assert "Nothing is known about Zorblax" in look("/about?name=Zorblax").locator("main").inner_text()


def test_on_a_phone_the_reasons_of_candidates_are_in_view(look: Open) -> None:
    page = look("/context?task=Set+up+the+packages", "narrow")
    boxes = [why.bounding_box() for why in page.locator(".trace .why").all()]
    assert boxes
    assert all(box and box["x"] >= 0 and box["x"] + box["width"] <= 400 for box in boxes)


def test_an_edit_that_says_nothing_new_is_told_in_the_form(look: Open) -> None:
    page = opened(look("/?q=pnpm packages"), "pnpm")
    page.get_by_role("link", name="Edit").click()
    save(page, "[role=alert]")
    assert "says the same" in page.locator("[role=alert]").inner_text()


def test_forgetting_shows_what_would_go_asks_and_erases(look: Open, panel: ServedPanel) -> None:
    learn(panel, "We use Trello for planning the office move")
    page = opened(look("/?q=Trello"), "Trello")
    page.wait_for_selector("article.memory")
    address = page.url
    page.get_by_role("link", name="Forget").click()
    page.wait_for_selector("button.danger")
    assert "Trello" in page.locator(".list").first.inner_text()
    page.get_by_role("link", name="Keep it").click()
    page.wait_for_selector("article.memory")
    page.get_by_role("link", name="Forget").click()
    page.get_by_role("button", name="Erase for ever").click()
    page.wait_for_selector("text=Forgotten")
    page.goto(address)
    assert page.locator("h1").inner_text() == "Not found"


def test_a_contradiction_is_answered_in_the_queue(look: Open) -> None:
    page = look("/review")
    card = page.locator(".card", has_text="Realm")
    assert "Never use Realm" in card.locator(".against").inner_text()
    card.get_by_label("Why").fill("the rule stands")
    assert card.locator(".actions").inner_text().split("\n") == [
        "Keep: Never use Realm", "Keep: Team uses Realm for the database", "Keep both"
    ]  # fmt: skip
    assert "2026-02-01" in card.locator(".against").inner_text()
    with_words = look(card.locator(".against a").get_attribute("href").removeprefix("/memory"))
    assert with_words.locator("h1").inner_text() == "Never use Realm"
    card.get_by_role("button", name="Keep: Never use Realm").click()
    page.wait_for_selector(".notice.good")
    told = "Kept “Never use Realm”; “Team uses Realm for the database” holds no more."
    assert page.locator(".notice.good").inner_text() == told
    assert page.locator(".card", has_text="Realm").count() == 0


def test_the_inspector_shows_the_prompt_and_every_candidate(look: Open, panel: ServedPanel) -> None:
    page = look("/context")
    page.get_by_label("Task").fill("Set up the packages with pnpm")
    page.keyboard.press("Enter")
    page.wait_for_selector(".prompt")
    assert "Never use Realm" in page.locator(".prompt").inner_text()
    assert page.locator(".trace tbody tr").count() > 0
    assert page.locator(".tokens tbody tr").count() > 0
    addresses = {a.get_attribute("href") for a in page.locator(".trace a").all()}
    assert {address.split("/")[2] for address in addresses} == {"m", "e"}
    for address in addresses:
        assert page.request.get(panel.url + address.removeprefix("/memory")).status == 200
    assert not re.search(r"[0-9a-f]{8}-[0-9a-f]{4}", page.locator(".trace").inner_text())
    raw = page.locator(".trace tr", has_text="which was learned from it").first
    assert "Team uses pnpm for packages" in raw.locator(".why a").inner_text()
    raw.locator(".words a").click()
    page.wait_for_selector("h1:has-text('Raw input')")
    assert page.locator(".quote blockquote").inner_text() == "We use pnpm for packages"
    assert "Team uses pnpm for packages" in page.locator(".list").inner_text()


def test_a_long_look_for_what_would_go_says_so_and_shows_it_when_it_is_done(
    look: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memorist.app.panel.reads.PATIENCE", 0.0)
    page = opened(look("/?q=pnpm+packages"), "pnpm")
    page.get_by_role("link", name="Forget").click()
    assert "nothing is erased before you confirm" in page.locator("main [role=status]").inner_text()
    page.get_by_role("button", name="Erase for ever").wait_for()
    assert page.locator("main").count() == 1
    assert page.get_by_text("Would be erased", exact=True).count() == 1


@pytest.mark.parametrize(
    ("path", "button", "shown"),
    [("/ladder", "Look what would climb", "What is near"), ("/health", "Check everything", "No problems")],
)
def test_what_takes_longer_says_what_is_going_on(look: Open, path: str, button: str, shown: str) -> None:
    page = look(path)
    for part in ("**/ladder/next", "**/health/check"):
        page.route(part, lambda route: (page.wait_for_timeout(400), route.continue_()))
    page.get_by_role("button", name=button).click()
    page.wait_for_selector("#busy.on span")
    assert page.locator("#busy").inner_text().endswith("…")
    page.wait_for_selector("#busy:not(.on)", state="attached")
    page.wait_for_selector(f"text={shown}")


def test_the_slider_goes_back_in_time_by_keyboard_and_to_today_again(look: Open) -> None:
    page = look("/?q=billing+service")
    page.locator("summary", has_text="Filters").click()
    page.get_by_label("as of, from").press("Home")
    page.wait_for_url("**as_of=20*")
    slider, day = page.get_by_label("as of, from"), page.locator("input[name=as_of]").input_value()
    assert (slider.get_attribute("data-first"), slider.get_attribute("aria-valuetext")) == (day, day)
    assert slider.input_value() == "0"
    slider.press("End")
    page.wait_for_url(lambda url: "as_of=20" not in url)


def test_a_slider_stands_where_the_day_is_before_any_script_has_run(look: Open) -> None:
    for day, expected in (("2020-01-01", "0"), ("2999-01-01", "max"), ("", "max")):
        page = look(f"/?q=billing&as_of={day}", java_script_enabled=False)
        slider = page.locator("#as_of-slider")
        assert slider.get_attribute("value") == (slider.get_attribute("max") if expected == "max" else expected)


def test_what_was_never_used_is_told_apart(look: Open) -> None:
    page = look("/uses")
    page.get_by_role("link", name="Never used").click()
    page.wait_for_url("**show=never")
    assert page.locator(".list .words").count() > 0
    assert "0 prompts" in page.locator(".meta").first.inner_text()


def test_going_back_shows_the_place_one_came_from(look: Open) -> None:
    page = look("/changes", "narrow")
    rows = page.locator("a.words")
    rows.nth(rows.count() - 1).scroll_into_view_if_needed()
    place = page.evaluate("window.scrollY")
    assert place > 300
    rows.nth(rows.count() - 1).click()
    page.wait_for_selector("h2")
    page.wait_for_selector("#main:focus")
    page.go_back()
    page.wait_for_selector("h1:has-text('Changes')")
    wait_until(page, f"Math.abs(window.scrollY - {place}) < 40")


def test_a_long_group_fits_and_switching_waits_for_the_button(look: Open, panel: ServedPanel) -> None:
    long = "a_group_with_a_name_that_is_as_long_as_one_may_be_in_this_memory"

    learn(panel, "We use Deno", Scope(group_id=long))
    page = look("/", "narrow")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    assert page.locator("#group option").all_inner_texts() == [long, "team"]
    page.locator("#group").select_option(long)
    page.wait_for_timeout(300)
    assert page.locator("a.words", has_text="Deno").count() == 0
    page.get_by_role("button", name="Switch").click()
    page.wait_for_selector("a.words:has-text('Deno')")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    assert page.locator("#group option").all_inner_texts() == [long, "team"]


def test_a_name_in_the_drawing_leads_on(look: Open) -> None:
    page = look("/graph?name=Apollo")
    page.wait_for_selector("#graph canvas")
    page.get_by_role("link", name="CockroachDB").first.click()
    page.wait_for_selector("article.memory")
    page.locator(".names a", has_text="Apollo").click()
    page.wait_for_selector("#graph canvas")


def test_the_wheel_scrolls_the_page_over_the_drawing(look: Open) -> None:
    page = look("/graph?name=Apollo")
    page.set_viewport_size({"width": 1280, "height": 400})
    page.wait_for_selector("#graph canvas")
    page.locator("#graph").hover()
    page.mouse.wheel(0, 300)
    wait_until(page, "window.scrollY > 50")


def test_a_server_that_does_not_answer_is_told_and_the_bar_ends(chromium: Any, panel: ServedPanel) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(panel.url + "/")
    page.route("**/uses", lambda route: route.abort())
    page.get_by_role("link", name="Uses", exact=True).click()
    page.wait_for_selector("text=The server does not answer")
    assert page.locator("#busy.on").count() == 0
    context.close()


def test_without_scripts_searching_and_editing_still_work(look: Open, panel: ServedPanel) -> None:
    learn(panel, "We use Perforce for the artwork")
    page = opened(look("/?q=Perforce artwork", java_script_enabled=False), "Perforce")
    assert "Perforce" in page.locator("h1").inner_text()
    page.get_by_role("link", name="Edit").click()
    save(page, words="We use Git LFS for the artwork")
    assert "Git LFS" in page.locator("h1").inner_text()


@pytest.mark.parametrize("scripts", [True, False])
def test_one_signs_in_with_a_key_and_out_again(
    chromium: Any, locked: tuple[ServedPanel, dict[str, str]], scripts: bool
) -> None:
    panel, keys = locked
    context = chromium.new_context(java_script_enabled=scripts)
    page = context.new_page()
    page.goto(panel.url + "/review")
    assert page.url.endswith("/login")
    page.get_by_label("Key").fill("mk_wrong_key")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_selector("[role=alert]")
    assert page.locator("[role=alert]").inner_text() == "The key is unknown, expired or revoked."
    page.get_by_label("Key").fill(keys["ana"])
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_selector("h1:has-text('Memories')")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_selector("h1:has-text('Sign in')")
    page.goto(panel.url + "/review")
    assert page.url.endswith("/login")
    context.close()


def test_what_was_typed_when_the_sign_in_ended_stays_to_be_sent_once_more(
    chromium: Any, locked: tuple[ServedPanel, dict[str, str]]
) -> None:
    panel, keys = locked
    context = chromium.new_context()

    def sign_in(page: Any) -> None:
        page.get_by_label("Key").fill(keys["ana"])
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_selector("h1:has-text('Memories')")

    page = context.new_page()
    page.goto(panel.url + "/?q=pnpm+packages")
    sign_in(page)
    page.goto(panel.url + "/?q=pnpm+packages")
    page.locator("a.words", has_text="pnpm").first.click()
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("In one plain sentence").fill("Team uses pnpm for every package")
    context.clear_cookies()
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector("#busy a")
    assert "nothing was changed" in page.locator("#busy").inner_text()
    with context.expect_page() as opened:
        page.locator("#busy a").click()
    sign_in(opened.value)
    for answer in (".problem", "article.memory"):  # the first time the form has the token of the session that is over
        assert page.get_by_label("In one plain sentence").input_value() == "Team uses pnpm for every package"
        page.get_by_role("button", name="Save").click()
        page.wait_for_selector(answer)
    assert "every package" in page.locator("h1").inner_text()
    context.close()


def opened(page: Any, words: str) -> Any:
    """The page of the first memory of a list that has these words."""
    page.locator("a.words", has_text=words).first.click()
    return page


def save(page: Any, shown: str = "article.memory", **fields: str) -> None:
    """Fill in a form by its labels, and save it."""
    for label, text in fields.items():
        page.get_by_label(LABELS[label]).fill(text)
    page.get_by_role("button", name="Save").click()
    page.wait_for_selector(shown)


def undo(page: Any, *, confirmed: bool = False) -> None:
    """Ask for the undo of the change that a page shows."""
    page.locator(".actions").get_by_role("link", name="Undo…").click()
    page.wait_for_url("**/undo")
    if confirmed:
        page.get_by_role("button", name="Undo").click()
        page.wait_for_selector("h1:has-text('Taken back')")


def learn(panel: ServedPanel, text: str, scope: Scope = ANA) -> None:
    """Have something told."""
    assert panel.store is not None
    panel.ask(AsyncMemory(panel.store, scope).ingest(turn("03-05", text)))


def wait_until(page: Any, expression: str) -> None:
    """Wait for something that no selector tells: the panel's policy lets no page evaluate texts by itself."""
    for _ in range(100):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{expression} did not come true")
