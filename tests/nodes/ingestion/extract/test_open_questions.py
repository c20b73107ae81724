"""Short answers, made statements by the question they answer."""

import pytest

from memorist.nodes.ingestion.extract.answers import complete_answers
from memorist.nodes.ingestion.extract.numbered import numbered, task_of


@pytest.mark.parametrize(
    ("asked", "answer", "stated"),
    [
        ("Tabs or spaces?", "tabs", "I prefer tabs over spaces"),
        ("Which database: MySQL, Postgres or SQLite?", "the second one", "I prefer Postgres over MySQL and SQLite"),
        ("Kafka, RabbitMQ or NATS?", "the third", "I prefer NATS over Kafka and RabbitMQ"),
        ("Kafka, RabbitMQ or NATS?", "c", "I prefer NATS over Kafka and RabbitMQ"),
        ("Do you want Kafka, RabbitMQ, or NATS?", "let's go with the last", "let's go with NATS"),
        ("MySQL, Postgres or SQLite for the orders?", "anything but the first", "I don't want MySQL for the orders"),
        ("JSON or YAML for the config?", "anything but yaml", "I don't want YAML for the config"),
        ("For the new app, Expo or Flutter?", "the second", "I prefer Flutter over Expo"),
        (
            "Which database: MySQL, Postgres or SQLite?",
            "the fourth",
            'Asked "which database: MySQL, Postgres or SQLite": the fourth',
        ),
        ("Should the digest come daily or weekly?", "weekly", "I prefer the digest to come weekly"),
        ("Should the digest come daily or weekly?", "weekly is plenty for me", "I prefer the digest to come weekly"),
        (
            "How often should the report go out: hourly, daily or weekly?",
            "daily",
            "I prefer the report to go out daily",
        ),
        ("Should the standup be at 9 or 10?", "10 please", "I prefer the standup to be at 10"),
        ("Should the digest come daily or weekly?", "weekly digests annoy me", "weekly digests annoy me"),
        (
            "Should the digest come daily or weekly?",
            "both",
            'Asked "should the digest come daily or weekly": both',
        ),
        (
            "Do you want the tests next to the code or in a separate tree?",
            "next to it pls",
            "I prefer the tests next to the code",
        ),
        ("Which provider should it be?\n1. Passkeeper\n2. Veridome", "the second one", "let's go with Veridome"),
        ("Which step should we do?\n1. Check the logs of the box first\n2. Wait", "1", "1"),
        ("Is the office in Berlin or Munich?", "Munich", "The office is in Munich"),
        ("Are you left-handed or right-handed?", "lefty", "I am left-handed"),
        ("Drizzle or Prisma?", "let's go with the first one", "let's go with Drizzle"),
        ("Should I use default or named exports?", "named exports, always", "We always use named exports"),
        ("When is the release due?", "March 15", "The release is due March 15"),
        ("What's your dog's name?", "Bruno", "My dog's name is Bruno"),
        ("Which database should I assume?", "Postgres", "We use Postgres for database"),
        ("Who owns the checkout?", "Lena", "Lena owns the checkout"),
        ("Where do you deploy?", "Fly.io", "We deploy to Fly.io"),
        ("How many developers are on the team?", "4", "We have 4 developers"),
        ("When is the release?", "next tuesday, if qa signs off", "The release is next tuesday, if qa signs off"),
        ("Who maintains the design system?", "that's Noor's job", "Noor maintains the design system"),
        ("Who takes over?", "Birgit for now", "Birgit takes over for now"),
        ("How many approvals does a PR need?", "two", "A PR needs two approvals"),
        (
            "Which database do we use for events?",
            "Clickhouse, since april",
            "We use Clickhouse for events, since april",
        ),
        ("Which editor do you use?", "Helix", "We use Helix as editor"),
        ("Would you like tabs or spaces?", "spaces please", "I prefer spaces over tabs"),
        (
            "1) Redis or 2) Memcached for the cache?",
            "2 please, redis is overkill",
            "let's go with Memcached for the cache, redis is overkill",
        ),
        (
            "Option A is a cron job, option B a queue worker. Which one?",
            "option b, the volume will grow",
            "I prefer a queue worker over a cron job. The volume will grow",
        ),
        (
            "Do you have a staging environment?",
            "no, only prod and local",
            "We do not have a staging environment, only prod and local",
        ),
        ("Do you eat meat?", "no", "I do not eat meat"),
        ("Do you use Redis?", "not anymore", "We do not use Redis anymore"),
        ("Is Dana the product owner?", "no, Ravi is", "Ravi is the product owner"),
        ("Should I use tabs?", "please don't", "Please do not use tabs"),
        ("So you don't use Docker?", "right, we don't", "We do not use Docker"),
        ("You don't need SSO, correct?", "no we do need it", "We need SSO"),
        ("Should I go on?", "please don't", "please don't"),
        ("Do you have a minute?", "yes", "yes"),
        ("Can I deploy this now?", "not on a friday", "Do not deploy on a friday"),
        (
            "Are the backups encrypted?",
            "they are, with a key from kms",
            'Asked "are the backups encrypted": they are, with a key from kms',
        ),
        ("Do you want the short or the long version?", "the first one", "the first one"),
        ("Which file should I edit?", "the first one", "the first one"),
        ("Would you like me to continue?", "yes please", "yes please"),
        ("What is it?", "a bug", "a bug"),
        ("Tabs or spaces?", "we have a linter for that", "we have a linter for that"),
    ],
)
def test_an_answer_is_completed(asked: str, answer: str, stated: str) -> None:
    assert complete_answers(asked, answer) == stated


def test_answers_by_number_meet_their_questions() -> None:
    asked = "1. Which database do you use? 2. Which test runner do you prefer?"
    assert (
        complete_answers(asked, "1. Postgres 2. Vitest")
        == "We use Postgres for database.\nI prefer Vitest for test runner."
    )


def test_answers_are_kept_with_the_task_they_are_for() -> None:
    asked = "1. Which language? 2. Where will it run? 3. Do you use feature flags?"
    assert complete_answers(asked, "1 go\n2 fly.io\n3 no", "the new notifier service").split("\n") == [
        'Asked "which language" (the new notifier service): go.',
        'Asked "where will the new notifier service run": fly.io.',
        "We do not use feature flags.",
    ]
    assert task_of("can you plan our summer party") == "our summer party"
    assert task_of("write a dockerfile for the scraper please") == "the dockerfile"
    assert task_of("why is it slow?") == ""


def test_them_are_the_things_of_the_question_before() -> None:
    asked = "1. Are deploys automated? 2. Who approves them?"
    assert complete_answers(asked, "1. no, by hand 2. Rashid") == (
        'Asked "are deploys automated": no, by hand.\nRashid approves deploys.'
    )


def test_numbers_that_answer_nothing_stay() -> None:
    assert complete_answers("Shall I go on?", "1. build 2. push") == "1. build 2. push"
    assert numbered("version 2. and 3.") == {}
