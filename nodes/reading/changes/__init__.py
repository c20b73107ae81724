"""A fitted model of changes: does a later statement end an older one?"""
