"""Validates every resource that the tool writes with the FHIR classes, those of R4 with a second validator too, and
with rules that neither checks.

    python resources.py --release R4 PATH...
    python resources.py --release R5 PATH...

A path is a folder of NDJSON or a Bundle. A resource fails if it

- violates its class: unknown or missing elements, wrong types, ids, dates and codes,
- has an empty object, list or text, a control character, or an invalid status or code,
- breaks an invariant of its elements,
- refers to a missing resource although others of the type exist,
- has the id of another resource of its type.

Then the first resource of each type is damaged in several ways, each of which must be detected, to test
the checks themselves.
"""

import argparse
import copy
import importlib
import json
import pathlib
import sys
from collections import Counter

import fhirkit

# The codes of elements that a class lists incompletely.
CODES = {
    ("Observation", "status"): {"registered", "preliminary", "final", "amended", "corrected", "cancelled",
                                "entered-in-error", "unknown"},
    ("ServiceRequest", "intent"): {"proposal", "plan", "directive", "order", "original-order", "reflex-order",
                                   "filler-order", "instance-order", "option"},
}

US_CORE_ADHERENCE = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-medication-adherence"


def values(element):
    """The names of the elements `value[x]`."""
    return [name for name in element if name.startswith("value") and name != "values"]


def is_ordered(period):
    """Whether a period ends after it starts, compared at the same precision."""
    start, end = period.get("start"), period.get("end")
    return not (start and end) or start[: min(len(start), len(end))] <= end[: min(len(start), len(end))]


def has_adherence(extension):
    if extension.get("url") != US_CORE_ADHERENCE:
        return True
    parts = {part["url"]: part for part in extension.get("extension", [])}
    return "valueCodeableConcept" in parts.get("medicationAdherence", {}) and "valueDateTime" in parts.get(
        "dateAsserted", {})


# The invariants: the type of the element, the key, and a function that returns whether it holds.
INVARIANTS = [
    ("Period", "per-1", is_ordered),
    ("Quantity", "qty-3", lambda it: "code" not in it or "system" in it),
    ("Extension", "ext-1", lambda it: bool(it.get("extension")) != bool(values(it))),
    ("Extension", "us-core-medication-adherence", has_adherence),
    ("Reference", "ref-1", lambda it: bool(it.get("reference") or it.get("identifier") or it.get("display"))),
    ("Observation", "obs-6", lambda it: "dataAbsentReason" not in it or not values(it)),
    ("MeasureReport", "mrp-1", lambda it: it["type"] not in ("data-collection", "data-exchange") or "group" not in it),
    ("MedicationAdministrationDosage", "mad-1", lambda it: "dose" in it or any(n.startswith("rate") for n in it)),
    ("CarePlanActivity", "cpl-3", lambda it: not ("detail" in it and "reference" in it)),
    ("TimingRepeat", "tim-1", lambda it: "duration" not in it or "durationUnit" in it),
    ("TimingRepeat", "tim-2", lambda it: "period" not in it or "periodUnit" in it),
    ("TimingRepeat", "tim-4", lambda it: it.get("duration", 0) >= 0),
    ("TimingRepeat", "tim-5", lambda it: it.get("period", 0) >= 0),
    ("TimingRepeat", "tim-6", lambda it: "periodMax" not in it or "period" in it),
    ("TimingRepeat", "tim-7", lambda it: "durationMax" not in it or "duration" in it),
    ("TimingRepeat", "tim-8", lambda it: "countMax" not in it or "count" in it),
    ("TimingRepeat", "tim-9", lambda it: "offset" not in it or (
        "when" in it and not {"C", "CM", "CD", "CV"} & set(it["when"]))),
    ("TimingRepeat", "tim-10", lambda it: not ("timeOfDay" in it and "when" in it)),
    ("BundleEntry", "bdl-3", lambda it: "request" in it),
]


class Checker:
    def __init__(self, release):
        self.is_r4 = release == "R4"
        self.classes = importlib.import_module("fhir.resources.R4B" if release == "R4" else "fhir.resources")

    def problems(self, resource):
        """The problems of a single resource."""
        try:
            model = self.classes.get_fhir_model_class(resource.get("resourceType", "?"))
            model.model_validate(resource)
        except Exception as error:  # The classes raise errors of several kinds.
            yield " ".join(str(error).split())[:300]
            return
        if self.is_r4:
            yield from (str(issue) for issue in fhirkit.validate(json.dumps(resource)))
        yield from self.element(resource, model, resource["resourceType"])

    def element(self, element, model, path):
        name = model.get_resource_type()
        for kind, key, holds in INVARIANTS:
            if kind == name and not holds(element):
                yield f"{path}: breaks {key}"
        fields = {field.alias or key: (key, field) for key, field in model.model_fields.items()}
        for key, value in element.items():
            if key == "resourceType":
                continue
            place = f"{path}.{key}"
            if value in ({}, [], "", None):
                yield f"{place}: is empty"
            field = fields.get(key)
            allowed = CODES.get((name, key)) or (
                (field[1].json_schema_extra or {}).get("enum_values") if field else None)
            for item in value if isinstance(value, list) else [value]:
                if allowed and "+" not in allowed and item not in allowed:
                    yield f"{place}: {item!r} is none of {sorted(allowed)}"
                if isinstance(item, str) and any(ord(c) < 32 and c not in "\t\n\r" for c in item):
                    yield f"{place}: has a control character"
                if isinstance(item, dict):
                    yield from self.inner(item, field, place)

    def inner(self, item, field, place):
        if "resourceType" in item:
            yield from (f"{place}: {problem}" for problem in self.problems(item))
            return
        if not item:
            yield f"{place}: is empty"
        kind = (self.kind(field[1]) if field else None) or "Element"
        yield from self.element(item, self.classes.get_fhir_model_class(kind), place)

    @staticmethod
    def kind(field):
        """The name of a field's type, from its annotation, such as `List[fhirtypes.QuantityType]`."""
        text = str(field.annotation)
        for mark in ("Type]", "Type"):
            if mark in text:
                return text.split(mark)[0].split(".")[-1].split("[")[-1]
        return None


def resources(path):
    """The resources of a folder or Bundle, each with its location, and the Bundles themselves."""
    path = pathlib.Path(path)
    if path.is_dir():
        for file in sorted(path.glob("*.ndjson")):
            for number, line in enumerate(file.open(), 1):
                resource = json.loads(line)
                if resource.get("resourceType") != file.stem:
                    raise SystemExit(f"{file}:{number}: is no {file.stem}")
                yield f"{file}:{number}", resource
    else:
        bundle = json.loads(path.read_text())
        yield str(path), bundle
        for entry in bundle.get("entry", []):
            resource = entry["resource"]
            if entry["request"]["url"] != f"{resource['resourceType']}/{resource['id']}":
                raise SystemExit(f"{path}: {entry['request']['url']} is another resource")
            yield f"{path}: {entry['request']['url']}", resource


def references(element):
    if isinstance(element, dict):
        if isinstance(element.get("reference"), str):
            yield element["reference"]
        for name, value in element.items():
            if name != "resource":
                yield from references(value)
    elif isinstance(element, list):
        for value in element:
            yield from references(value)


def damaged(resource):
    """Copies of the resource with one error each."""
    for name in ("status", "code", "type", "request", "gender", "intent"):
        if isinstance(resource.get(name), str):
            yield f"no such {name}", {**resource, name: "no-such-code"}
    yield "unknown element", {**resource, "noSuchElement": 1}
    yield "an id with a space", {**resource, "id": "a b"}
    yield "an empty list", {**resource, "contained": []}
    yield "an empty text", {**resource, "implicitRules": ""}
    yield "an extension without a value", {**resource, "extension": [{"url": "http://example.org"}]}
    for name in ("subject", "status"):
        if name in resource and resource["resourceType"] not in ("Patient", "Bundle", "MeasureReport"):
            broken = copy.deepcopy(resource)
            broken[name] = {"noSuchElement": "x"}
            yield f"a wrong {name}", broken
    if "code" in resource.get("valueQuantity", {}):
        yield "a code without a system", {**resource, "valueQuantity": {"value": 1, "code": "%"}}
    if "effectivePeriod" in resource:
        yield "a period that ends before it starts", {
            **resource, "effectivePeriod": {"start": "2025-02-01", "end": "2025-01-01"}}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--release", choices=["R4", "R5"], required=True)
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    checker, failures, count = Checker(options.release), [], Counter()
    for path in options.paths:
        known, referring, examples = Counter(), [], {}
        for place, resource in resources(path):
            kind = resource.get("resourceType")
            count[kind] += 1
            failures += [f"{place}: {problem}" for problem in checker.problems(resource)]
            if kind != "Bundle":
                known[f"{kind}/{resource.get('id')}"] += 1
                referring += [(place, reference) for reference in references(resource)]
            examples.setdefault(kind, resource)
        failures += [f"{path}: {name} is there {times} times" for name, times in known.items() if times > 1]
        kinds = {name.split("/")[0] for name in known}
        failures += [
            f"{place}: refers to {reference}, which is not there"
            for place, reference in referring
            if reference.split("/")[0] in kinds and reference not in known
        ]
        failures += [
            f"{path}: nothing is found wrong with {what} of a {kind}"
            for kind, resource in examples.items()
            for what, broken in damaged(resource)
            if not list(checker.problems(broken))
        ]
    if not count:
        failures.append("there is no resource")
    print(*failures[:50], sep="\n", end="\n" if failures else "")
    found = ", ".join(f"{number} {kind}" for kind, number in sorted(count.items()))
    print(f"{options.release}: {found}; {len(failures)} failures")
    sys.exit(bool(failures))


main()
