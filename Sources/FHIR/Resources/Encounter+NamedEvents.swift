import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

// Encounters as named events.
extension Resource {
  private static let encounterStages: [String: EventStage] = [
    "planned": .planned, "arrived": .begun, "triaged": .begun, "in-progress": .begun,
    "onleave": .begun, "on-hold": .begun, "discharged": .begun, "finished": .begun,
    "completed": .begun, "discontinued": .begun, "cancelled": .cancelled,
  ]

  func encounter(_ notes: inout [InputError]) throws(InputError) -> [NamedEvent] {
    let stage = try stage(Resource.encounterStages)
    if stage == .cancelled { return [] }
    let name: StaticString = node["actualPeriod"] == nil ? "period" : "actualPeriod"
    let (start, end) = try bounds(name, orPlanned: true, &notes)
    guard let start else {
      if stage == .planned { return [] }
      throw InputError(.against(.noTime, text: ""), field: "\(name).start")
    }
    if try isInpatient {
      let discharge = try end.map { end throws(InputError) in
        try event("discharge", at: end, part: "discharge", "\(name)")
      }
      return [try event("admission", at: start, "\(name)")] + (discharge.map { [$0] } ?? [])
    }
    return [try event(try encounterName, at: start, "type")]
  }

  /// Returns the bounds of a period; a missing one may be that of a plan.
  func bounds(
    _ name: StaticString, orPlanned: Bool = false, _ notes: inout [InputError]
  ) throws(InputError) -> (start: LocalOrInstant?, end: LocalOrInstant?) {
    let period = try node.period(name)
    _ = try node.start(period, name)
    var bounds = (
      try period?.start?.eventTime(node[name]?["start"], &notes),
      try period?.end?.eventTime(node[name]?["end"], &notes)
    )
    guard orPlanned else { return bounds }
    if bounds.0 == nil { bounds.0 = try planned("plannedStartDate", &notes) }
    if bounds.1 == nil { bounds.1 = try planned("plannedEndDate", &notes) }
    return bounds
  }

  private func planned(
    _ name: StaticString, _ notes: inout [InputError]
  ) throws(InputError) -> LocalOrInstant? {
    try node.dateTime(name)?.eventTime(node[name], &notes)
  }

  /// The name of an encounter outside hospital: its type, otherwise its class.
  private var encounterName: String {
    get throws(InputError) {
      if let type = try onlyTitle("type") { return type }
      guard let kind = node["class"], kind.kind == .object else {
        return try onlyTitle("class") ?? ""
      }
      return CodeableConcept(coding: kind).eventTitle ?? ""
    }
  }

  /// Returns the name that all concepts of a member have; `nil` without one.
  ///
  /// - Throws: `InputError` if there are several names.
  func onlyTitle(_ name: StaticString) throws(InputError) -> String? {
    let titles = Set(try node.concepts(name).compactMap(\.eventTitle))
    if titles.count > 1 {
      throw InputError(
        .against(.severalNames, text: titles.sorted().joined(separator: ", ")), field: "\(name)")
    }
    return titles.first
  }
}

extension CodeableConcept {
  /// The names of the classes of encounters outside hospital, which senders often give by code alone.
  private static let classes = [
    "AMB": "ambulatory", "EMER": "emergency", "FLD": "field", "HH": "home health",
    "OBSENC": "observation encounter", "PRENC": "pre-admission", "SS": "short stay",
    "VR": "virtual",
  ]

  /// Creates the concept of a single coding.
  fileprivate init(coding node: JSONNode) {
    self.init(nil)
    codings = [Coding(node)]
  }

  /// The name of an event: the name of a class of encounters, otherwise the title.
  fileprivate var eventTitle: String? {
    let ofClass = codings.first { $0.system?.hasSuffix("/v3-ActCode") == true }
    return ofClass?.code.flatMap { CodeableConcept.classes[$0] } ?? title
  }
}
