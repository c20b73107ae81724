# The first target of a fresh clone creates .venv itself.
.DEFAULT_GOAL := help
.PHONY: help demo test test-slow check format dev neo4j neo4j-stop graphs constraints venv clean

BIN := .venv/bin
# Compiled modules are kept: without them, each of the many processes that tests start compiles for two seconds.
export PYTHONDONTWRITEBYTECODE :=

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: venv ## a week is remembered and used, on a store in a temporary folder
	@$(BIN)/memorist demo

# Two at a time: those on Neo4j beside all others, file by file. One after the other with PYTEST_ARGS=-n0.
test: venv ## every test but the slow ones, on FalkorDB and on a real Neo4j (skipped without a JDK)
	@$(BIN)/python -m pytest -n 2 --dist loadgroup $(PYTEST_ARGS)

test-slow: venv ## the slow ones: everything on Neo4j, the older Neo4j, long races, many kills
	@$(BIN)/python -m pytest -n 2 --dist loadgroup -m slow $(PYTEST_ARGS)

check: venv ## style, types, layers, words
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/pyright
	$(BIN)/lint-imports
	$(BIN)/python tools/words.py

format: venv ## what `check` can repair by itself
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

# One worker is the default, and a run that waits for another one would wait for ever.
dev: venv ## the graphs on the LangGraph development server, for Studio and SDK clients
	@LANGGRAPH_CLI_NO_ANALYTICS=1 LANGGRAPH_NO_VERSION_CHECK=true LANGSMITH_TRACING=$${LANGSMITH_TRACING:-false} \
		GRAPHITI_TELEMETRY_ENABLED=false \
		$(BIN)/langgraph dev --no-browser --no-reload --n-jobs-per-worker 10 $(DEV_ARGS)

neo4j: venv ## start a real Neo4j from Maven Central, data thrown away at its end
	@$(BIN)/python -m tests.servers.neo4j_server start $(NEO4J_ARGS)

neo4j-stop: venv ## stop it
	@$(BIN)/python -m tests.servers.neo4j_server stop

graphs: venv ## draw the pictures of docs/graphs.md from the code
	@$(BIN)/python tools/draw_graphs.py

constraints: venv ## write the versions installed in .venv to constraints.txt
	@$(BIN)/python tools/constraints.py > constraints.new && mv constraints.new constraints.txt

venv: ## .venv, in line with pyproject.toml and constraints.txt
	@sh tools/venv.sh

clean: ## remove .venv, builds and caches
	rm -rf .venv build dist .pytest_cache .ruff_cache .import_linter_cache .hypothesis .langgraph_api
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
