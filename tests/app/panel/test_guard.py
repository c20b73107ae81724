"""Requests of browsers that the panel accepts and refuses."""

import re
import time
from collections.abc import Generator

import httpx
import pytest

from tests.app.panel.conftest import HOSTILE, ServedPanel

PAGES = ["/", "/?q=database", "/review", "/context?task=Set up packages", "/timeline?topic=CockroachDB",
         "/graph?name=Apollo", "/ladder", "/ladder/next", "/balance", "/changes", "/changes/1", "/health",
         "/health/check", "/?type=semantic:fact&status=superseded&person=ana&project=Apollo&since=2026-01-01&page=1",
         "/?as_of=2026-02-10", "/uses", "/uses?show=latest", "/uses?show=never&page=2", "/balance?session=x",
         "/?after=2026-03-01T00:00:00Z~x&page=2",
         "/?as_of=2026-02-10&status=superseded", "/?status=superseded", "/?page=3",
         "/context", "/timeline", "/graph", "/timeline?topic=zzz", "/graph?name=zzz", "/balance?agent=zzz"]  # fmt: skip


def plan_of(browser: httpx.Client, id_: str) -> str:
    """The page with what would be erased; until it is found, the page says that it is looked for."""
    for _ in range(300):
        text = browser.get(f"/m/{id_}/forget").text
        if 'name="csrf"' in text:
            return text
        time.sleep(0.1)
    raise AssertionError("no plan in 30 seconds")


def token_in(text: str) -> str:
    found = re.search(r'name="csrf" value="(\w+)"', text)
    assert found
    return found[1]


@pytest.fixture
def browser(panel: ServedPanel) -> Generator[httpx.Client]:
    with httpx.Client(timeout=60, base_url=panel.url, headers={"accept": "text/html"}) as client:
        yield client


def id_of(browser: httpx.Client, query: str) -> str:
    found = re.search(r'class="words" href="/memory/m/([\w-]+)"', browser.get("/", params={"q": query}).text)
    assert found
    return found[1]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_answers_is_not_kept_by_caches_and_runs_no_foreign_script(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "script-src 'self';" in answer.headers["content-security-policy"]
    assert answer.headers["x-frame-options"] == "DENY"
    assert "<script>window" not in answer.text
    assert "<img src=x" not in answer.text


@pytest.mark.parametrize("path", ["/?q=", "/context?task=", "/timeline?topic=", "/graph?name=", "/balance?agent="])
def test_what_is_typed_comes_back_as_the_words_it_is(browser: httpx.Client, path: str) -> None:
    text = browser.get(path + httpx.QueryParams({"x": HOSTILE})["x"].replace("&", "%26")).text
    assert "<script>window" not in text
    assert '"><img' not in text


@pytest.mark.parametrize(
    "path",
    ["/?page=x", "/?page=0", "/?page=²", "/?as_of=yesterday", "/?type=nonsense", "/?status=nonsense",
     "/context?task=x&budget=-1", "/changes?before=x", "/uses?show=all", "/?after=x",
     "/?person=%00", "/?q=%00", "/graph?name=%00"],
)  # fmt: skip
def test_a_wrong_parameter_is_named(browser: httpx.Client, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code == 400
    assert "That cannot be done" in answer.text


@pytest.mark.parametrize("path", "m/nothing m/nothing/edit changes/999999 nowhere e/nothing m/..%2f..%2fetc".split())
def test_what_is_not_there_is_said_to_be_not_there(browser: httpx.Client, path: str) -> None:
    assert browser.get(f"/{path}").status_code == 404


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        ("origin", "https://evil.example", 403),
        ("origin", "null", 403),
        ("host", "evil.example", 403),
        ("sec-fetch-site", "cross-site", 403),
        ("content-type", "text/plain", 415),
        ("content-type", "application/json", 415),
    ],
)
def test_a_form_from_elsewhere_is_refused(browser: httpx.Client, name: str, value: str, status: int) -> None:
    id_ = id_of(browser, "pnpm packages")
    token = token_in(browser.get(f"/m/{id_}/edit").text)
    given = {"content-type": "application/x-www-form-urlencoded", name: value}
    answer = browser.post(f"/m/{id_}/edit", content=f"csrf={token}&content=Changed", headers=given)
    assert answer.status_code == status
    assert browser.get(f"/m/{id_}").status_code == 200


def test_a_browser_is_told_on_a_page_why_it_is_not_let_in(browser: httpx.Client, panel: ServedPanel) -> None:
    refused = browser.get("/", headers={"host": "evil.example"})
    assert refused.status_code == 403
    assert "<h1>Not let in</h1>" in refused.text
    assert "The Host &#39;evil.example&#39; is not this machine&#39;s" in refused.text
    with httpx.Client(timeout=60, base_url=panel.url, headers={"accept": "*/*"}) as program:
        assert "<" not in program.get("/", headers={"host": "evil.example"}).text


def test_a_form_without_the_sessions_token_changes_nothing(browser: httpx.Client, panel: ServedPanel) -> None:
    id_ = id_of(browser, "pnpm packages")
    with httpx.Client(timeout=60, base_url=panel.url) as other:
        foreign = token_in(other.get(f"/m/{id_}/edit").text)
    browser.get("/")
    for token in ("", "x", foreign, "ü"):
        assert browser.post(f"/m/{id_}/forget", data={"csrf": token, "fingerprint": "x"}).status_code == 403
    assert browser.get(f"/m/{id_}").status_code == 200


def test_no_edit_is_offered_of_what_ended_and_none_is_begun(browser: httpx.Client) -> None:
    over = re.search(r'class="words" href="/memory(/m/[\w-]+)"', browser.get("/?status=superseded").text)
    assert over
    assert "Forget…" in browser.get(over[1]).text
    assert "/edit" not in browser.get(over[1]).text
    answer = browser.get(f"{over[1]}/edit")
    assert answer.status_code == 400
    assert "does not hold any more" in answer.text


def test_no_link_makes_the_panel_say_that_something_was_answered(browser: httpx.Client) -> None:
    for seal in ("", "&seal=x", "&seal=" + token_in(browser.get("/changes/1/undo").text)):
        assert "Everything is well" not in browser.get(f"/review?done=Everything is well{seal}").text


def test_what_was_typed_is_not_lost_when_the_page_was_out_of_date(browser: httpx.Client) -> None:
    id_ = id_of(browser, "pnpm packages")
    typed = {"csrf": "of yesterday", "content": "We use Yarn <b>now</b>", "reason": "we voted"}
    answer = browser.post(f"/m/{id_}/edit", data=typed)
    assert answer.status_code == 403
    assert "We use Yarn &lt;b&gt;now&lt;/b&gt;</textarea>" in answer.text
    assert 'value="we voted"' in answer.text
    assert "out of date" in answer.text
    assert 'name="csrf"' in answer.text


@pytest.mark.parametrize(
    ("path", "kept"),
    [
        ("/?q=pnpm&person=ana&as_of=yesterday", ['value="pnpm"', 'value="ana"', "as of: expected a day"]),
        ("/context?task=Set up packages&budget=lots", ['value="Set up packages"', 'value="lots"']),
    ],
)
def test_what_was_typed_is_not_lost_when_one_field_is_wrong(browser: httpx.Client, path: str, kept: list[str]) -> None:
    answer = browser.get(path)
    assert answer.status_code == 400
    for text in kept:
        assert text in answer.text.replace("As of: e", "as of: e")


def test_the_log_speaks_in_words_and_links(browser: httpx.Client) -> None:
    text = browser.get("/changes?run=ingestion").text
    assert "Team uses pnpm for packages</a>" in text
    assert "by ana, agent coder" in text
    first = re.findall(r'class="words" href="/memory(/changes/\d+)"', text)
    pages = [browser.get(address).text for address in first]
    for page in pages:
        told = re.sub(r"<code>.*?</code>|<[^>]*>", "", page)
        assert not re.search(r"\bNone\b|\bTrue\b|T\d\d:\d\d|[0-9a-f]{8}-[0-9a-f]{4}", told)
    assert any("believed until" in page for page in pages)


@pytest.mark.parametrize("path", ["/ladder/next", "/health/check"])
def test_a_part_of_a_page_is_a_page_when_it_is_opened_on_its_own(browser: httpx.Client, path: str) -> None:
    assert "<nav" in browser.get(path).text
    assert "<nav" not in browser.get(path, headers={"hx-request": "true"}).text


def test_an_empty_part_of_the_log_says_which(browser: httpx.Client) -> None:
    assert "Nothing was written by persona so far" in browser.get("/changes?run=persona").text.replace("\n", "")
    assert "The log ends here" in browser.get("/changes?before=1").text


def test_a_form_that_is_too_large_is_refused(browser: httpx.Client) -> None:
    assert browser.post("/review", data={"csrf": "x", "reason": "x" * 300_000}).status_code == 413


def test_a_confirmation_of_something_else_erases_nothing(browser: httpx.Client) -> None:
    id_ = id_of(browser, "pnpm packages")
    token = token_in(plan_of(browser, id_))
    answer = browser.post(f"/m/{id_}/forget", data={"csrf": token, "fingerprint": "another"})
    assert answer.status_code == 409
    assert browser.get(f"/m/{id_}").status_code == 200


def test_with_keys_a_browser_signs_in_and_out(locked: tuple[ServedPanel, dict[str, str]]) -> None:
    panel, keys = locked
    with httpx.Client(timeout=60, base_url=panel.url, headers={"accept": "text/html"}) as browser:
        away = browser.get("/")
        assert (away.status_code, away.headers["location"]) == (303, "/memory/login")
        token = token_in(browser.get("/login").text)
        assert browser.post("/login", data={"csrf": token, "key": "mk_wrong_key"}).status_code == 401
        assert browser.post("/login", data={"csrf": "", "key": keys["ana"]}).status_code == 403
        answer = browser.post("/login", data={"csrf": token, "key": keys["ana"]})
        assert answer.status_code == 303
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "SameSite=Strict" in answer.headers["set-cookie"]
        assert keys["ana"] not in answer.headers["set-cookie"]
        shown = browser.get("/?q=peanuts")
        assert "allergic" in shown.text
        assert browser.post("/logout", data={"csrf": token_in(shown.text)}).status_code == 303
        assert browser.get("/").status_code == 303


def test_who_may_only_read_cannot_change_and_sees_nothing_personal_of_others(
    locked: tuple[ServedPanel, dict[str, str]],
) -> None:
    panel, keys = locked
    with httpx.Client(timeout=60, base_url=panel.url, headers={"x-api-key": keys["reader"]}) as browser:
        page = browser.get("/?q=pnpm packages").text
        found = re.search(r"/memory/m/([\w-]+)", page)
        assert found
        assert "Edit" not in browser.get(f"/m/{found[1]}").text
        for action in ("edit", "forget"):
            assert browser.get(f"/m/{found[1]}/{action}").status_code == 403
        assert browser.get("/changes/1/undo").status_code == 403
        assert "allergic" not in browser.get("/?q=peanuts allergy").text + browser.get("/").text
        assert browser.get("/ladder").status_code == 200
        assert 'href="/memory/changes"' not in browser.get("/ladder").text
        for everybodys in ("/changes", "/changes/1", "/ladder/next"):
            assert browser.get(everybodys).status_code == 403
    with httpx.Client(timeout=60, base_url=panel.url, headers={"x-api-key": keys["ana"]}) as ana:
        assert "coder" in ana.get("/balance").text, "who assessed himself is named"
        id_ = id_of(ana, "allergic to peanuts")
        assert "allergic" in ana.get(f"/m/{id_}").text
    with httpx.Client(timeout=60, base_url=panel.url, headers={"x-api-key": keys["reader"]}) as reader:
        assert reader.get(f"/m/{id_}").status_code == 404
