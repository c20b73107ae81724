"""The scenarios as a LangSmith dataset and experiment: online when asked for and a key is set, else on this machine."""
