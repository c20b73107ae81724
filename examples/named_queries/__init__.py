"""Queries for one field of work, written by an application with one statement each."""
