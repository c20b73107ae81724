"""Reports as one HTML page each: everything inside it, nothing loaded, no script."""
