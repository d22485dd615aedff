"""Small datasets with one dimension of a given size."""

import datetime
import json
import pathlib

START = datetime.datetime(2025, 1, 1, 8)
UTC = ["--zone", "UTC"]
DAYS = ["--from", "2025-01-01", "--to", "2025-03-01"]


def moment(hours):
    return (START + datetime.timedelta(hours=hours)).isoformat()


def day(i):
    return (START + datetime.timedelta(days=i)).date().isoformat()


def element(**more):
    return {"id": "dose", "start": "2025-01-01T08:00:00", "every": "P1D", **more}


def task(patient="ann", id="tablet", schedule=None, **more):
    return {"patient": patient, "id": id, "schedule": schedule or {"elements": [element()]}, **more}


class Folder:
    """A dataset folder; by default with one patient, one daily task, and one outcome."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.patients, self.patient_columns = [["ann", "UTC"]], "id,zone"
        self.tasks = [task()]
        self.outcomes, self.outcome_columns = [["ann", "tablet", moment(0) + "Z"]], "patient,task,time"
        self.tables = {}

    def write(self):
        self.path.mkdir(parents=True, exist_ok=True)
        self.table("patients", self.patient_columns, self.patients)
        self.table("outcomes", self.outcome_columns, self.outcomes)
        for name, (columns, rows) in self.tables.items():
            self.table(name, columns, rows)
        lines = "".join(json.dumps(line) + "\n" for line in self.tasks)
        (self.path / "tasks.ndjson").write_text(lines)
        return str(self.path)

    def table(self, name, columns, rows):
        lines = "".join(",".join(row) + "\n" for row in rows)
        (self.path / f"{name}.csv").write_text(columns + "\n" + lines)


def text(path, content):
    pathlib.Path(path).write_text(content)
    return str(path)


def calendar(lines):
    """A calendar of one daily event, with additional lines."""
    event = ["BEGIN:VEVENT", "UID:a", "DTSTART:20250101T080000Z", "SUMMARY:Tablet", *lines, "END:VEVENT"]
    return "\r\n".join(["BEGIN:VCALENDAR", "VERSION:2.0", *event, "END:VCALENDAR", ""])
