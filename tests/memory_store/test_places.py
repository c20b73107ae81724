"""Two URLs of one database are one place."""

from memorist.memory_store.places import place_of


def test_databases_of_one_server_are_different_places():
    assert place_of("neo4j://h:7687/a") != place_of("neo4j://h:7687/b")
    assert place_of("neo4j://ann:pw@h:7687/") == place_of("neo4j://h:7687")
