"""Input from other systems: FHIR resources and CareKit entities."""

import json

from inputs import moment

PATIENT = {"resourceType": "Patient", "id": "ann"}


def request(i, **more):
    dosage = {"timing": {"repeat": {"frequency": 1, "period": 1, "periodUnit": "d", "timeOfDay": ["08:00:00"]}}}
    return {
        "resourceType": "MedicationRequest", "id": f"r{i}", "status": "active", "intent": "order",
        "subject": {"reference": "Patient/ann"}, "authoredOn": "2025-01-01T00:00:00Z",
        "medicationCodeableConcept": {"text": "x"}, "dosageInstruction": [dosage], **more,
    }


def administration(i):
    return {
        "resourceType": "MedicationAdministration", "id": f"a{i}", "status": "completed",
        "subject": {"reference": "Patient/ann"}, "request": {"reference": "MedicationRequest/r0"},
        "medicationCodeableConcept": {"text": "x"}, "effectiveDateTime": moment(i) + "Z",
    }


def collection(resources):
    """Resources as a document."""
    entries = [{"resource": resource} for resource in resources]
    return json.dumps({"resourceType": "Bundle", "type": "collection", "entry": entries})


def uuid(kind, i):
    return f"{kind:08x}-0000-4000-8000-{i:012x}"


def entity(kind, number, i, **more):
    """The i-th object of a kind, with CareKit's common members; dates are seconds since 2001."""
    made = 757_382_400 + i
    of_all = {"uuid": uuid(number, i), "effectiveDate": made, "createdDate": made, "updatedDate": made}
    versions = {"previousVersionUUIDs": [], "nextVersionUUIDs": []}
    return {"type": kind, "object": {**of_all, **versions, "timezone": {"identifier": "UTC"}, **more}}


def care_schedule(count, start=757_411_200, interval={"day": 1}, zone="UTC"):
    """A number of elements with one interval, each a second after the previous one."""
    each = {
        "interval": interval, "targetValues": [], "duration": {"isAllDay": False, "seconds": 0},
        "calendar": {"identifier": "gregorian", "timeZone": {"identifier": zone}},
    }
    return {"elements": [{**each, "start": start + second} for second in range(count)]}


def care_task(i=0, elements=1, **more):
    schedule = care_schedule(elements)
    return entity("task", 1, i, **{"id": f"t{i}", "impactsAdherence": True, "schedule": schedule, **more})


def care_outcome(i, index, values=1, **more):
    value = {"type": "integer", "value": 1, "createdDate": 757_411_200}
    known = {"taskUUID": uuid(1, 0), "taskOccurrenceIndex": index, "values": [value] * values}
    return entity("outcome", 2, i, **{"id": f"o{index}", **known, **more})


def revision_record(entities):
    """Entities as a document."""
    return json.dumps({"entities": entities, "knowledgeVector": {"processes": [{"id": uuid(9, 9), "clock": 1}]}})
