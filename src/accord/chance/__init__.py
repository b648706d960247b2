"""What chance would do."""
