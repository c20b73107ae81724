"""Taking over what other memories and chats hold: each source becomes inputs of ingestion with times and stable ids."""
