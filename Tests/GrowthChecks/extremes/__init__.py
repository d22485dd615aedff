"""Inputs of at most 100 KB at their worst: of plans, of records, of what other systems write, and packed."""

from . import exchange, packed, plans, records  # noqa: F401
from .registry import inputs  # noqa: F401
