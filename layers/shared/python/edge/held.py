"""Imported before anything else, this keeps the garbage collector out of a cold start; `resume` ends it."""

from singletable.collector import hold

hold()
