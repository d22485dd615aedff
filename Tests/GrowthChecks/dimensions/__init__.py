"""The dimensions of the input: of records and plans, of what is asked of them, and of what other systems write."""

from . import exchange, records, reports  # noqa: F401
from .registry import dimensions  # noqa: F401
