"""Search of candidates: the plan, the queries, the fusing of what two methods found."""
