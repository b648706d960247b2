"""The same things again, slowly and plainly, to hold the fast code against.

Nothing in here imports accord: an oracle that shares code with what it judges is none.
"""
