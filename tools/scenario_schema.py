"""Write the JSON schema of scenario files, for editors: ``python tools/scenario_schema.py``."""

import json
from pathlib import Path

from memorist.evals.scenarios.model import Scenario

SCHEMA_FILE = "scenario.schema.json"
"""Its name in the folder of the scenarios; files in the folders below refer to it as ``../scenario.schema.json``."""


def scenario_schema() -> str:
    """The schema as text, the same for the same model."""
    schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Scenario.model_json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def schema_path() -> Path:
    """Return the path of the schema in a checkout."""
    return Path(__file__).resolve().parents[1] / "scenarios" / SCHEMA_FILE


if __name__ == "__main__":
    schema_path().write_text(scenario_schema(), encoding="utf-8")
