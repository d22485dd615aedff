public import Diagnostics
package import Formats
import Interchange
public import Scheduling

/// A plan parsed from FHIR JSON: a Timing, a Dosage, a list of Dosages, or a MedicationRequest or
/// ServiceRequest that contains them.
///
///     let json = #"{"repeat": {"frequency": 1, "period": 8, "periodUnit": "h"}}"#
///     let plan = try FHIRPlan(json: json.utf8, start: "2025-03-08T06:00:00-05:00", in: newYork)
///     print(plan.schedule.summary)  // every 8 hours from 8 March 2025 11:00 UTC
///
/// The plan is represented exactly or rejected as a whole; nothing is guessed. To read several
/// patients, statuses and references, use ``FHIRRecords``.
public struct FHIRPlan: Hashable, Sendable {
  /// The schedule; element ids are the dosage and its part, as in `1.2`.
  public let schedule: Schedule
  /// Warnings with their paths.
  public let problems: [InputError]

  /// Parses a plan.
  ///
  /// - Parameters:
  ///   - json: The bytes of an object or a list.
  ///   - start: The start of the course as a FHIR `dateTime`, for plans and requests that do not
  ///     give one.
  ///   - zone: The patient's time zone.
  ///   - profile: The times of day assigned to codes.
  ///   - isConcurrent: Whether `Dosage.sequence` is ignored.
  /// - Throws: `InputError` with the first rule violation and its path.
  public init(
    json: some Collection<UInt8>, start: String? = nil, in zone: Zone,
    profile: DosingProfile = .standard, isConcurrent: Bool = false
  ) throws(InputError) {
    let document = JSONDocument()
    try document.read(json)
    try self.init(
      document.root, start: start, in: zone, profile: profile, isConcurrent: isConcurrent)
  }

  /// Parses a plan within a document.
  package init(
    _ node: JSONNode, start: String?, in zone: Zone, profile: DosingProfile = .standard,
    isConcurrent: Bool = false
  ) throws(InputError) {
    var context = DosageContext(
      anchor: nil, zone: zone, profile: profile, sequences: isConcurrent ? .concurrent : .ordered)
    var notes: [InputError] = []
    context.anchor = try FHIRPlan.start(start, node, &notes)
    let plan = try FHIRPlan.plan(node, context)
    (schedule, problems) = (plan.schedule, notes + plan.notes)
  }

  /// Returns the given start, otherwise that of the request.
  private static func start(
    _ text: String?, _ node: JSONNode, _ notes: inout [InputError]
  ) throws(InputError) -> FHIRDateTime? {
    if let text {
      guard let start = FHIRDateTime(text) else {
        throw InputError(.malformed(text: text, .moment), parameter: "plan-start")
      }
      return start
    }
    let period = node["effectiveDosePeriod"]?["start"]
    guard let own = period ?? node["authoredOn"] else { return nil }
    guard let start = FHIRDateTime(own) else {
      let field = period == nil ? "authoredOn" : "effectiveDosePeriod.start"
      throw InputError(.malformed(text: own.source, .moment), field: field)
    }
    notes.note(start, own)
    return start
  }

  private static func plan(
    _ node: JSONNode, _ context: DosageContext
  ) throws(InputError) -> DosedPlan {
    switch node["resourceType"]?.text {
    case "MedicationRequest":
      return try context.plan(ofDosages: node["dosageInstruction"]?.elements ?? [])
    case "ServiceRequest":
      let isAsNeeded =
        node["asNeededBoolean"]?.boolean == true || node["asNeeded"]?.boolean == true
        || node["asNeededCodeableConcept"] != nil || node["asNeededFor"] != nil
      guard let timing = node["occurrenceTiming"] else {
        throw InputError(.missing, field: "occurrenceTiming")
      }
      return try context.plan(ofTiming: timing, asNeeded: isAsNeeded)
    case let type?:
      throw InputError(
        .notOneOf(text: type, allowed: ["MedicationRequest", "ServiceRequest"]),
        field: "resourceType")
    case nil: return try part(node, context)
    }
  }

  /// Parses a plain data type: a Dosage has members that a Timing does not.
  private static func part(
    _ node: JSONNode, _ context: DosageContext
  ) throws(InputError) -> DosedPlan {
    if node.kind == .array { return try context.plan(ofDosages: node.elements) }
    let isTiming = node["repeat"] != nil || node["event"] != nil || node["code"] != nil
    return isTiming
      ? try context.plan(ofTiming: node) : try context.plan(ofDosages: [node])
  }
}

/// The plan built from dosages: schedule elements and warnings.
package struct DosedPlan: Sendable {
  /// The parts of the plan, in the order of the dosages; ids have the form `n.k`.
  package var parts: [DosedPart] = []
  /// Warnings; each keeps its record, and its field is a path within the resource.
  package var notes: [InputError] = []
  /// The end of the course (exclusive); `nil` if open.
  package var end: LocalOrInstant?

  package var schedule: Schedule { Schedule(parts.lazy.filter(\.occurs).compactMap(\.element)) }
}

/// A part of a dosage, including the properties that a schedule element lacks.
package struct DosedPart: Hashable, Sendable {
  /// The kind of a part.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// At times of day.
    case timed
    /// All-day, on days whose doses have no times.
    case day
    /// At a fixed elapsed interval.
    case elapsed
    /// At listed moments.
    case events
    case quota, asNeeded
    /// A period in which nothing is due.
    case pause
  }

  /// The origin of the times of day.
  package enum Hours: String, Hashable, Sendable {
    case stated, profile, anchor, none
  }

  /// The one-based index of its dosage.
  package var dosage: Int
  package var kind: Kind
  package var hours = Hours.none
  /// The element; `nil` for a pause.
  package var element: ScheduleElement?
  /// Whether the element ever occurs; one that ends before it starts does not, and is in no
  /// schedule.
  package var occurs = true
  /// The duration of a dose, also for all-day elements, which cannot hold it.
  package var duration: ISODuration?
  /// The upper end of the frequency, or of a count alone; doses above the lower end are allowed but
  /// never due.
  package var allowed: Int?
  /// The upper end of a count beside a frequency; doses above the lower end are allowed but never
  /// due.
  package var allowedInAll: Int?
}
