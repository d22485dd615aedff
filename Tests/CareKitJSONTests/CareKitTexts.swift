/// Minimal documents in CareKit's encoding.
enum CareKitTexts {
  /// One entity of each type, with every key: a patient, a plan, a contact, a task of two versions,
  /// a HealthKit task, and outcomes with a value of each type.
  static let whole = #"""
    {"entities": [
    {"type": "patient", "object": {"id": "ann", "uuid": "00000000-0000-0000-0000-000000000001",
      "name": {"givenName": "Ann", "familyName": "Lee", "nickname": "Annie"}, "sex": "female",
      "birthday": -978307200, "allergies": ["nuts"], \#(common)}},
    {"type": "carePlan", "object": {"id": "knee", "uuid": "00000000-0000-0000-0000-000000000002",
      "title": "Knee", "patientUUID": "00000000-0000-0000-0000-000000000001", \#(common)}},
    {"type": "contact", "object": {"id": "doc", "uuid": "00000000-0000-0000-0000-000000000003",
      "name": {"givenName": "Bo"}, "title": "MD", "role": "Surgeon", "organization": "Clinic",
      "category": "careProvider", "carePlanUUID": "00000000-0000-0000-0000-000000000002",
      "emailAddresses": [{"label": "work", "value": "bo@example.org"}],
      "phoneNumbers": [{"label": "work", "value": "1"}], "messagingNumbers": [],
      "otherContactInfo": [],
      "address": {"street": "1 Main", "city": "Troy", "state": "NY", "postalCode": "1",
        "country": "USA", "isoCountryCode": "US", "subAdministrativeArea": "Rensselaer",
        "subLocality": "South"}, \#(common)}},
    {"type": "task", "object": {"id": "walk", "uuid": "00000000-0000-0000-0000-000000000004",
      "title": "Walk", "instructions": "Slowly", "impactsAdherence": false,
      "carePlanUUID": "00000000-0000-0000-0000-000000000002",
      "schedule": {"elements": [\#(element)]}, \#(common)}},
    {"type": "healthKitTask", "object": {"id": "steps",
      "uuid": "00000000-0000-0000-0000-000000000005",
      "healthKitLinkage": {"quantityIdentifier": "steps", "quantityType": "cumulative",
        "unitString": "count"}, "schedule": {"elements": [\#(element)]}, \#(common)}},
    {"type": "outcome", "object": {"id": "o1", "uuid": "00000000-0000-0000-0000-000000000006",
      "taskUUID": "00000000-0000-0000-0000-000000000004", "taskOccurrenceIndex": 3, "values": [
        {"type": "integer", "value": 5, "createdDate": 731000100, "units": "min", "kind": "time"},
        {"type": "double", "value": 2.5, "createdDate": 731000000},
        {"type": "boolean", "value": true, "createdDate": 731000000},
        {"type": "text", "value": "well", "createdDate": 731000000},
        {"type": "binary", "value": "aGVsbG8=", "createdDate": 731000000},
        {"type": "date", "value": 730000000, "createdDate": 731000000}], \#(common)}},
    {"type": "outcome", "object": {"id": "o2", "uuid": "00000000-0000-0000-0000-000000000007",
      "taskUUID": "00000000-0000-0000-0000-000000000005", "taskOccurrenceIndex": 0, "values": [],
      \#(common)}}
    ], "knowledgeVector": {"processes": [{"id": "A", "clock": 5}]}}
    """#

  /// The members common to all entities.
  static let common = #"""
    "effectiveDate": 730000000, "createdDate": 730000100, "updatedDate": 730000200,
    "schemaVersion": {"majorVersion": 2, "minorVersion": 1, "patchNumber": 0},
    "groupIdentifier": "g", "tags": ["a", "b"], "remoteID": "r", "source": "s",
    "userInfo": {"k": "v"}, "asset": "i", "previousVersionUUIDs": [], "nextVersionUUIDs": [],
    "notes": [{"author": "me", "title": "t", "content": "c"}],
    "timezone": {"identifier": "America/New_York"}
    """#

  /// A daily element.
  static let element = #"""
    {"start": 730000000, "end": 760000000, "interval": {"day": 1},
      "duration": {"isAllDay": false, "seconds": 600}, "text": "Go",
      "targetValues": [{"type": "double", "value": 20, "units": "min", "kind": "time",
        "createdDate": 730000000}],
      "calendar": {"identifier": "gregorian", "timeZone": {"identifier": "America/New_York"},
        "locale": {"identifier": "en_US", "current": 0}, "firstWeekday": 1,
        "minimumDaysInFirstWeek": 1, "current": 2}}
    """#

  /// A task due daily at 08:00 in UTC from 2024-01-01 on, with additional members.
  static func task(_ id: String, _ more: String = "", from start: Int = 725_788_800) -> String {
    let more = more.isEmpty ? "" : ", " + more
    return #"""
      {"id": "\#(id)", "schedule": {"elements": [{"start": \#(start), "interval": {"day": 1},
      "duration": {"isAllDay": false, "seconds": 0}, "targetValues": []}]},
      "timezone": {"identifier": "UTC"}\#(more)}
      """#
  }

  /// An outcome of a task's version.
  static func outcome(of task: String, _ index: String, _ more: String = "") -> String {
    let more = more.isEmpty ? "" : ", " + more
    return #"""
      {"taskUUID": "\#(task)", "taskOccurrenceIndex": \#(index), "values": [],
      "timezone": {"identifier": "UTC"}\#(more)}
      """#
  }
}
