"""Converts a dataset folder to Parquet: one file per table, and the same rows in shards of whole
patients."""

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

# The types of columns that CSV type inference would not determine correctly.
TYPES = {
    "nominal": pa.timestamp("us"),
    "time": pa.timestamp("us", "UTC"),
    "recordedAt": pa.timestamp("us", "UTC"),
    "value": pa.float64(),
    **dict.fromkeys(
        ("id", "patient", "task", "element", "units", "kind", "type", "status"), pa.string()
    ),
}


def read(folder):
    """Reads the tables of a folder, without the columns that are all null."""
    found = {path.stem: csv(path) for path in Path(folder).glob("*.csv")}
    found["tasks"] = ndjson(Path(folder, "tasks.ndjson"))
    return {name: valued(table) for name, table in found.items()}


def csv(path):
    options = pyarrow.csv.ConvertOptions(column_types=TYPES, strings_can_be_null=True)
    return pyarrow.csv.read_csv(path, convert_options=options)


def ndjson(path):
    """Reads a file of JSON lines; nested lists and objects become texts of JSON."""
    with open(path, encoding="utf-8") as lines:
        rows = [{name: text(value) for name, value in json.loads(line).items()} for line in lines]
    names = dict.fromkeys(name for row in rows for name in row)
    return pa.table({name: [row.get(name) for row in rows] for name in names})


def text(value):
    return json.dumps(value) if isinstance(value, (dict, list)) else value


def valued(table):
    return table.select(
        [name for name in table.column_names if table[name].null_count < len(table)]
    )


def write(tables, root, shards):
    """Writes the tables to `whole`, and shards of consecutive patients to `shards`."""
    ids = tables["patients"]["id"].combine_chunks()
    for name, table in tables.items():
        save(table, Path(root, "whole", f"{name}.parquet"))
        place = pc.index_in(table["id" if name == "patients" else "patient"], value_set=ids)
        shard = pc.divide(pc.multiply(place.cast(pa.int64()), shards), len(ids))
        for number in range(shards):
            rows = table.filter(pc.equal(shard, number))
            save(rows, Path(root, "shards", f"{number:03}", f"{name}.parquet"))


def save(table, path):
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path, compression="zstd", row_group_size=1 << 20)
