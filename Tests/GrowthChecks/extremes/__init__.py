"""Inputs of at most 100 KB at their worst: of plans, of records, and of what other systems write."""

from . import exchange, plans, records  # noqa: F401
from .registry import inputs  # noqa: F401
