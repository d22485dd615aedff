"""Runs the built tool for fault checks in a temporary folder."""
import os
import shutil
import subprocess
import tempfile

TOOL = os.path.abspath(os.environ.get("REGIMEN", ".build/checked/release/regimen"))
DAYS = ["--from", "2025-01-06", "--to", "2025-02-17"]
failures = []


def expect(condition, *what):
    """Records a failed expectation."""
    if not condition:
        failures.append(" ".join(str(part) for part in what))
        print("FAILED:", failures[-1][:600], flush=True)
    return condition


def run(arguments, before=None, **options):
    """Runs the tool to its end; `before` is called in its process first."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    done = subprocess.run([TOOL, *map(str, arguments)], preexec_fn=before, text=True, errors="replace", **options)
    done.errors = done.stderr or ""
    return done


def must(arguments, *statuses):
    done = run(arguments)
    if done.returncode not in (statuses or (0, 1)):
        raise SystemExit(f"{arguments}: {done.returncode} {done.errors}")
    return done


def files(path):
    """Returns the bytes of a file, or of all files below a folder by path, without unfinished ones."""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            return {"": file.read()}
    found = {}
    for folder, _, names in os.walk(path):
        for name in names:
            place = os.path.relpath(os.path.join(folder, name), path)
            if ".partial" not in place:
                with open(os.path.join(folder, name), "rb") as file:
                    found[place] = file.read()
    return found


def age(place):
    """Turns an output into a different, older one: each file gets an additional byte, except for folder marks."""
    for path in files(place):
        if os.path.basename(path) != ".regimen":
            with open(os.path.join(place, path) if path else place, "ab") as file:
                file.write(b"\n")
    return files(place)


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    elif os.path.lexists(path):
        os.remove(path)


def remove_store(path):
    for end in ("", "-wal", "-shm"):
        remove(path + end)


def dump(store, folder):
    """Returns the records of a store as a dataset folder; `None` if there is no store."""
    if not os.path.exists(store):
        return None
    remove(folder)
    done = must(["export", store, folder])
    return files(folder)


class Ground:
    """A folder with a cohort as a dataset, a store and fills."""

    def __init__(self, patients=120, days=40):
        self.folder = tempfile.mkdtemp(prefix="regimen-faults-")
        self.dataset, self.store = self["dataset"], self["store.sqlite"]
        must(["generate", "--patients", patients, "--days", days, "--seed", 5, "--out", self.dataset])
        must(["import", self.dataset, self.store])

    def __getitem__(self, name):
        return os.path.join(self.folder, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)


def commands(ground):
    """Returns all writing commands: name, arguments for an output path, and whether it is a store."""
    report = ["report", ground.dataset, *DAYS, "--by", "week", "--resamples", 100]
    for number in (1, 2):
        share = ground[f"share{number}"]
        if not os.path.isdir(share):
            must([*report, "--partition", f"{number}/2", "--out", share])
    listing = [*DAYS, "--out"]
    chosen = {
        "import into a store": (lambda out: ["import", ground.dataset, out, "--batch", 500], True),
        "import into a folder": (lambda out: ["import", ground.store, out, "--force"], False),
        "generate a folder": (lambda out: ["generate", "--patients", 120, "--days", 40, "--force", "--out", out], False),
        "generate a store": (lambda out: ["generate", "--patients", 120, "--days", 40, "--force", "--out", out + ".sqlite"], True),
        "export a dataset": (lambda out: ["export", ground.store, out, "--force"], False),
        "export FHIR": (lambda out: ["export", ground.store, out, "--format", "fhir", "--force"], False),
        "export CareKit": (lambda out: ["export", ground.store, out + ".json", "--only", "P0000003", "--force"], False),
        "export Open mHealth": (lambda out: ["export", ground.store, out, "--format", "openMHealth", "--force"], False),
        "report with pages": (lambda out: [*report, "--pages", "all", "--out", out], False),
        "merge": (lambda out: ["merge", out, ground["share1"], ground["share2"]], False),
        "events": (lambda out: ["events", ground.store, *listing, out + ".csv"], False),
        "events as Arrow": (lambda out: ["events", ground.dataset, "--format", "arrow-zstd", *listing, out], False),
        "charts": (lambda out: ["chart", ground.dataset, "--all", "--format", "svg", *listing, out], False),
        "a chart": (lambda out: ["chart", ground.dataset, "--chart", "bars", *listing, out + ".svg"], False),
        "refills": (lambda out: ["refills", "Datasets/refills", "--measure", "pdc,cma7", "--out", out], False),
        "due": (lambda out: ["due", ground.store, "--at", "2025-02-01T12:00:00Z", "--out", out + ".csv"], False),
        "init": (lambda out: ["init", out, "--force"], False),
    }
    for form in ("ndjson", "json", "arrow", "sqlite"):
        chosen[f"report as {form}"] = (
            lambda out, form=form: [*report, "--pages", "none", "--format", form, "--out", out], False)
    return chosen


def target(arguments, out):
    """Returns the output path of a command for a given path."""
    return next(str(word) for word in arguments if str(word).startswith(out))
