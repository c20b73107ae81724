"""What was seen while somebody worked: events, activities, and what they show."""
