"""How candidates are found: the plan, the queries, the fusing of what two methods found."""
