"""The dimensions of the input: how many there are of each, and a function that writes so many and says which commands
read them.
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
    """Checks and reports of a folder."""
    source = folder.write() if isinstance(folder, Folder) else folder
    return [["check", source], ["report", source, *DAYS, *TABLES, "--out", str(place / "out"), *more]]
