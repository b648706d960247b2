"""Reference against prediction: every measure of sequence scoring, a file each."""
