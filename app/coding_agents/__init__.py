"""Hooks for coding agents (Claude Code, Codex and compatible ones), and the configuration that calls them."""
