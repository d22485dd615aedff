"""Measures json on a CareKit document: the outcomes in it, and the sum of their indices.

    document_rows.py carekit-json json FOLDER

Indices are not converted to keys, and schedules are not read. CPU time of this process, per megabyte.
"""

import json
import os
import sys

from measuring import report


def main(row, system, folder):
    path = os.path.join(folder, "carekit.json")

    def work():
        with open(path, encoding="utf-8") as file:
            entities = json.load(file)["entities"]
        indices = [each["object"]["taskOccurrenceIndex"] for each in entities if each["type"] == "outcome"]
        return len(indices), sum(indices)

    report(row, system, work, lambda result: (result[0], str(result[1])), units=os.path.getsize(path) / 1e6,
           per="megabyte")


if __name__ == "__main__":
    main(*sys.argv[1:])
