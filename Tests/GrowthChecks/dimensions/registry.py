"""The dimensions of the input: the size of each, and a function that writes input of that size and returns the commands
that read it.
"""

from inputs import DAYS, Folder

TABLES = ["--tables", "adherence,patients,cohort,statistics", "--jobs", "1"]
dimensions = {}


def dimension(name, n):
    def add(make):
        dimensions[name] = (n, make)
        return make

    return add


def commands(folder, place, *more):
    """The check and report commands for a folder."""
    source = folder.write() if isinstance(folder, Folder) else folder
    return [["check", source], ["report", source, *DAYS, *TABLES, "--out", str(place / "out"), *more]]
