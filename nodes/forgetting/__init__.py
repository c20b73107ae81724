"""What a request to forget means."""
