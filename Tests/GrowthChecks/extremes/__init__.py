"""Worst-case inputs of at most 100 KB: plans, records, files of other systems, and compressed files."""

from . import exchange, packed, plans, records  # noqa: F401
from .registry import inputs  # noqa: F401
