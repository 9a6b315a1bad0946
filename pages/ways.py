"""Ways."""
