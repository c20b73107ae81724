"""The memory panel: what is remembered, why, and what waits for a person, in the browser."""
