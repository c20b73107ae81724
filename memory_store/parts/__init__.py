"""The parts of a store, each an object with its own methods: ``store.memories``, ``store.search`` and so on."""
