"""The content of a disk after a power cut: the log of power.c, replayed up to a point.

A file system is a tree of files and folders. Everything synced is on the disk; of the rest it has, depending on the mode:

- `none`: nothing, the minimum that is allowed;
- `names`: the directory entries up to some point in their order, as with a journal, and any pieces of the bytes;
  missing pieces are as before, or zeros in a file of the final length;
- `folders`: as `names`, but each folder up to its own point.
"""
import os
import random


class File:
    def __init__(self, data=b""):
        self.seen = bytearray(data)  # as programs see it
        self.disk = bytes(data)  # the synced bytes
        self.pending = []  # ("write", offset, data) or ("truncate", size)

    def sync(self):
        self.disk = bytes(self.seen)
        self.pending = []


class Folder:
    def __init__(self):
        self.entries = {}  # as programs see it
        self.disk = {}  # the synced bytes
        self.pending = []  # (number, name, object or None)

    def set(self, number, name, thing):
        if thing is None:
            self.entries.pop(name, None)
        else:
            self.entries[name] = thing
        self.pending.append((number, name, thing))

    def sync(self):
        self.disk = dict(self.entries)
        self.pending = []


def load(path):
    """Returns the initial tree, all of it on the disk."""
    if not os.path.isdir(path):
        with open(path, "rb") as file:
            return File(file.read())
    folder = Folder()
    for name in os.listdir(path):
        folder.entries[name] = load(os.path.join(path, name))
    folder.disk = dict(folder.entries)
    return folder


def read_log(path):
    """Returns the operations: (op, path, other, offset, data)."""
    operations = []
    with open(path, "rb") as log:
        while head := log.readline():
            op, first, second, offset, count = head.decode().split()
            paths = [os.path.normpath(log.read(int(size)).decode()) for size in (first, second)]
            operations.append((op, *paths, int(offset), log.read(int(count))))
    return operations


class Disk:
    """A tree below a root to which operations are applied in order."""

    def __init__(self, root, tree):
        self.root, self.tree, self.number = root, tree, 0

    def parts(self, path):
        rest = os.path.relpath(path, self.root)
        return [] if rest == "." else rest.split("/")

    def at(self, path):
        thing = self.tree
        for part in self.parts(path):
            thing = thing.entries.get(part) if isinstance(thing, Folder) else None
        return thing

    def place(self, path):
        return self.at(os.path.dirname(path)), os.path.basename(path)

    def set(self, path, thing):
        folder, name = self.place(path)
        if folder is not None:
            folder.set(self.number, name, thing)

    def every(self, thing=None):
        thing = thing or self.tree
        yield thing
        for other in getattr(thing, "entries", {}).values():
            yield from self.every(other)

    def do(self, operation):
        op, path, other, offset, data = operation
        self.number += 1
        if op == "create":
            self.set(path, File())
        elif op == "mkdir":
            self.set(path, Folder())
        elif op == "unlink":
            self.set(path, None)
        elif op == "link":
            self.set(other, self.at(path))
        elif op == "rename":
            thing = self.at(path)
            self.set(path, None)
            self.set(other, thing)
        elif op == "syncall":
            for thing in list(self.every()):
                thing.sync()
        elif (file := self.at(path)) is None:
            pass
        elif op == "sync":
            file.sync()
        elif op == "write":
            file.seen.extend(b"\0" * (offset - len(file.seen)))
            file.seen[offset:offset + len(data)] = data
            file.pending.append(("write", offset, data))
        elif op == "truncate":
            del file.seen[offset:]
            file.seen.extend(b"\0" * (offset - len(file.seen)))
            file.pending.append(("truncate", offset))


def content(file, kind, chance):
    """Returns the content of a file on the disk."""
    if kind == "none":
        return file.disk
    kept = [step for step in file.pending if chance.random() < 0.5]
    data = bytearray(file.disk)
    # The journal has the length, whether or not the bytes were written.
    if chance.random() < 0.5:
        data = data[:len(file.seen)].ljust(len(file.seen), b"\0")
    for step in kept:
        if step[0] == "truncate":
            data = data[:step[1]].ljust(step[1], b"\0")
        else:
            _, offset, written = step
            # A write of several pages may be partial.
            if len(written) > 4096 and chance.random() < 0.5:
                written = written[:4096 * chance.randrange(1 + len(written) // 4096)]
            data.extend(b"\0" * (offset - len(data)))
            data[offset:offset + len(written)] = written
    return bytes(data)


def write(folder, path, kind, chance, moment):
    """Creates the content of a folder on the disk."""
    os.mkdir(path)
    entries = dict(folder.disk)
    if kind == "folders":
        numbers = [number for number, _, _ in folder.pending]
        moment = chance.choice(numbers + [0]) if numbers else 0
    for number, name, thing in folder.pending if kind != "none" else []:
        if number > moment:
            continue
        entries.pop(name, None)
        if thing is not None:
            entries[name] = thing
    for name, thing in entries.items():
        place = os.path.join(path, name)
        if isinstance(thing, Folder):
            write(thing, place, kind, chance, moment)
        else:
            with open(place, "wb") as file:
                file.write(content(thing, kind, chance))


def survive(disk, path, kind, seed):
    """Creates a folder with the content of the disk after a cut."""
    chance = random.Random(seed)
    write(disk.tree, path, kind, chance, chance.randrange(disk.number + 1))
