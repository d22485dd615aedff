"""The inputs by name, each a function that writes one and returns the commands that read it."""

from inputs import DAYS, Folder, task

SIZE = 100_000
CENTURIES = ["--from", "1900-01-01", "--to", "2300-01-01"]
inputs = {}


def worst(name, seconds=1):
    """Registers an input of one or few records; a cohort with files for each patient may take longer."""

    def add(make):
        make.seconds = seconds
        inputs[name] = make
        return make

    return add


def commands(folder, place, *more):
    source = folder.write()
    out = str(place / "out")
    return [["check", source], ["report", source, *(more or DAYS), "--out", out, "--max-rejected", "100%"]]


def planned(place, elements, *more, **schedule):
    folder = Folder(place / "in")
    folder.tasks = [task(schedule={"elements": elements, **schedule})]
    return commands(folder, place, *more)


def filled(one, size=SIZE - 1_000):
    """As many as fit."""
    made, count = [], 0
    for i in range(size):
        made.append(one(i))
        count += len(str(made[-1])) + 2
        if count > size:
            return made[:-1]
    return made
