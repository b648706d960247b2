"""The narrow neck: from sentences to what a measure may see, and what was left out and why."""
