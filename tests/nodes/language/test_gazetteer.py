"""Names, topics and platforms are found as people write them."""

import pytest

from memorist.nodes.kinds.framing import domain_of
from memorist.nodes.language.gazetteer import (
    entity_of_package,
    find_entities,
    platforms_of,
    topic_of,
)
from memorist.nodes.language.lexicon import load_gazetteer


def names(text: str) -> list[str]:
    return [mention.canonical for mention in find_entities(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we run postgres on k8s", ["PostgreSQL", "Kubernetes"]),
        ("PostgreSQL, Postgres and pg are one", ["PostgreSQL", "PostgreSQL", "PostgreSQL"]),
        ("RN and React Native are the same", ["React Native", "React Native"]),
        ("nextjs, Next.js", ["Next.js", "Next.js"]),
        ("we use Next and TS", ["Next.js", "TypeScript"]),
        ("We use Go for the API and Rust for the parser", ["Go", "Rust"]),
        ("switched from python to go", ["Python", "Go"]),
        ("Firebase Auth instead of Firebase", ["Firebase Auth", "Firebase"]),
        ("GitHub Actions runs on GitHub", ["GitHub Actions", "GitHub"]),
        ("@clerk/clerk-expo and jsonwebtoken", ["Clerk", "JWT"]),
        ("import it from src/auth.ts", ["src/auth.ts"]),
        ("posted in #mobile-dev", ["#mobile-dev"]),
        ("the Expo-based app", ["Expo"]),
        ("JWT has issues in mobile/Expo", ["JWT", "Expo"]),
        ("asked Dana about AcmeKit", ["Dana", "AcmeKit"]),
        ("Priya (backend lead) owns it", ["Priya"]),
        ("ping @sam_w about it", ["sam_w"]),
        ("npm install left-pad @acme/widgets", ["npm", "left-pad", "@acme/widgets"]),
        ("pip install fastapi==0.110 httpx", ["pip", "FastAPI", "httpx"]),
        ("Liquid Glass, expo-notifications and Kafka", ["Liquid Glass", "expo-notifications", "Kafka"]),
        ("C# and C++ and .NET", ["C#", "C++", ".NET"]),
        ("Dev-1 missed a null check", ["Dev-1", "null checks"]),
    ],
)
def test_a_name_is_found_under_its_canonical_form(text: str, expected: list[str]) -> None:
    assert names(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "next week we go to the store",
        "Next we talk about lunch",
        "let us rest and express our thanks",
        "a swift reply, in jest",
        "Rust stains are hard to remove",
        "I have a flask of tea and a black coat",
        "the prettier option",
        "he was remembered by March",
        "Go to the store",
    ],
)
def test_a_common_word_is_not_a_technology(text: str) -> None:
    assert names(text) == []


@pytest.mark.parametrize(
    ("package", "expected", "platforms"),
    [
        ("@clerk/clerk-expo@2.1.0", "Clerk", ("mobile",)),
        ("@clerk/nextjs", "Clerk", ()),
        ("expo-router", "expo-router", ("mobile",)),
        ("@reduxjs/toolkit", "Redux", ()),
        ("psycopg2-binary", "PostgreSQL", ("backend",)),
        ("react-native-secret-sauce", "react-native-secret-sauce", ("mobile",)),
        ("left-pad", "left-pad", ()),
        ("@descope/react-native-sdk", "Descope", ("mobile",)),
        ("@stytch/core", "Stytch", ()),
        ("@expo/vector-icons", "@expo/vector-icons", ("mobile",)),
        ("@nobody/react-native-sdk", "@nobody/react-native-sdk", ("mobile",)),
    ],
)
def test_a_package_stands_for_its_technology(package: str, expected: str, platforms: tuple[str, ...]) -> None:
    mention = entity_of_package(package)
    assert (mention.canonical, mention.platforms) == (expected, platforms)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("the sign-in page", "auth"),
        ("authentication", "auth"),
        ("login for the admin app", "auth"),
        ("css", "styling"),
        ("Clerk", "auth"),
        ("JWT in Expo", "auth"),
        ("data warehouse", "warehouse"),
        ("push notifications", "notifications"),
        ("push messages", "notifications"),
        ("push to main without a review", None),
        ("end-to-end tests", "e2e_testing"),
        ("lunch", None),
    ],
)
def test_a_topic_is_canonical(text: str, topic: str | None) -> None:
    assert topic_of(text) == topic


@pytest.mark.parametrize(
    ("text", "platforms"),
    [
        ("on iOS and Android", ("mobile",)),
        ("in the Expo app", ("mobile",)),
        ("NativeWind", ("mobile",)),
        ("the browser", ("web",)),
        ("in staging", ("staging",)),
        ("backend and web", ("backend", "web")),
        ("lunch", ()),
    ],
)
def test_platforms_are_named_or_implied(text: str, platforms: tuple[str, ...]) -> None:
    assert platforms_of(text) == platforms


@pytest.mark.parametrize(
    ("platforms", "topic", "domain"),
    [
        (("mobile",), "auth", "mobile-auth"),
        ((), "version_control", "version-control"),
        (("backend", "mobile"), "auth", "mobile-auth"),
        (("staging",), "database", "database"),
        (("web",), None, "web"),
        (("mobile",), "language", "mobile"),
        ((), None, None),
    ],
)
def test_a_domain_is_platform_and_topic(platforms: tuple[str, ...], topic: str | None, domain: str | None) -> None:
    assert domain_of(platforms, topic) == domain


def test_every_entry_serves_a_declared_field() -> None:
    known = load_gazetteer()
    entries = [entry for rows in known.names.values() for _, entry in rows]
    assert len({entry.canonical for entry in entries}) > 200
    assert {entry.field for entry in entries} <= set(known.fields)


def test_places_are_exact() -> None:
    text = "We use Clerk for auth in React Native."
    assert [text[m.start : m.end] for m in find_entities(text)] == ["Clerk", "React Native"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("the tablet folks write swift and the backend folks write go", ["Swift", "Go"]),
        ("clickstream data goes through segment before it hits the lake", ["Segment"]),
        ("all training moved to Vertex AI in spring", ["Vertex AI"]),
        ("we use spring for the api", ["Spring"]),
    ],
)
def test_a_word_in_small_letters_is_a_name_by_its_company(text: str, names: list[str]) -> None:
    assert [m.canonical for m in find_entities(text)] == names
