"""The dimensions of the input: of records and plans, of queries, and of files of other systems."""

from . import exchange, records, reports  # noqa: F401
from .registry import dimensions  # noqa: F401
