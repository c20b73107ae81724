"""Thousands of memories that read like what teams say, the same in every run."""

from collections.abc import Iterator
from random import Random
from uuid import uuid4

from memorist.memory_store.domain.memory import Memory
from memorist.memory_store.domain.scope import Scope
from memorist.memory_store.store import Store
from tests.memory_store.builders import about, entity, memory, procedure, write

LARGE = 3_000
WHO = "the team|the mobile squad|Ann|Bob|the platform group|our reviewer|the client|support|QA|the data team".split("|")
WHAT = "uses|prefers|avoids|tests|deploys|reviews|documents|migrates|monitors|caches|signs|throttles".split("|")
THINGS = (
    "Clerk|Firebase|Postgres|Redis|pnpm|Expo|NativeWind|Tailwind|Kubernetes|Terraform|GraphQL|gRPC|Kafka|S3|Stripe|"
    "Sentry|Grafana|Vite|Jest|Playwright|Docker|Nginx|Rust|Swift|Kotlin|Django|FastAPI|Next.js|Storybook|Figma"
).split("|")
WHERE = (
    "for the login screen|in the payment flow|on Fridays|before each release|in the staging cluster|for image uploads|"
    "in the nightly build|for push messages|in the admin panel|when the queue is long|for the public API|"
    "in code review|for onboarding|in the search index|for the audit log|in the Android app|during incidents|"
    "for invoices|in feature branches|for translations"
).split("|")
QUESTIONS = (
    "how do we log in users|payments|what runs at night|image storage|who reviews code|push notifications|"
    "database for invoices|slow queue|release checklist|android build|error tracking|translations of the app|"
    "api rate limits|search is broken|design system|css framework|package manager|staging deployment|"
    "message broker|audit requirements"
).split("|")


def sentences(count: int, seed: int = 7) -> Iterator[str]:
    """So many different sentences."""
    choose = Random(seed)
    said: set[str] = set()
    while len(said) < count:
        sentence = " ".join(choose.choice(part) for part in (WHO, WHAT, THINGS, WHERE))
        if sentence not in said:
            said.add(sentence)
            yield sentence[0].upper() + sentence[1:]


async def fill(store: Store, scope: Scope, contents: list[str], *, page: int = 500) -> list[Memory]:
    """Write facts with these contents, a page a change set."""
    made = [memory(scope, content) for content in contents]
    for start in range(0, len(made), page):
        await write(store, scope, made[start : start + page])
    return made


async def fill_large(store: Store) -> Scope:
    """3,000 facts, a few rules, procedures and entities with what is said about them."""
    scope = Scope(group_id=f"large{uuid4().hex[:8]}")
    facts = await fill(store, scope, list(sentences(LARGE)))
    things = [entity(scope, thing) for thing in THINGS]
    rules = [memory(scope, f"Never use {thing} in production", "semantic:hard_rule") for thing in THINGS[:10]]
    how = [procedure(scope, f"{thing} is set up {where}", "install") for thing in THINGS for where in WHERE[:5]]
    edges = tuple(about(f, things[i % len(things)]) for i, f in enumerate(facts[:300]))
    await write(store, scope, [*things, *rules, *how], edges=edges)
    return scope
