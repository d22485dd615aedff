import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed FHIR Dosage.
struct Dosage {
  var node: JSONNode?
  var timing: Timing?
  /// The phase number.
  var sequence: Int?
  var isAsNeeded = false
  var dose: Dose?
  /// The minimum gap between two uses.
  var leastGap: ISODuration?
  /// The maximum amounts.
  var maxima: [DoseMaximum] = []
  /// The limits that are not evaluated.
  var unwatchedLimits: [JSONNode] = []
  /// Whether it has free text.
  var hasText = false
}

/// The amount of a dose.
enum Dose: Hashable, Sendable {
  case amount(Double, unit: DoseUnit)
  case range(ClosedRange<Double>, unit: DoseUnit)
  /// A zero dose: a pause.
  case none

  /// The lower end of the amount.
  var least: Double {
    switch self {
    case .amount(let amount, _): amount
    case .range(let range, _): range.lowerBound
    case .none: 0
    }
  }

  var unit: DoseUnit? {
    switch self {
    case .amount(_, let unit), .range(_, let unit): unit
    case .none: nil
    }
  }

  /// The target of an occurrence.
  var target: ScheduleElement.Target? {
    switch self {
    case .amount(let amount, let unit): .init(amount, units: unit.text)
    case .range(let range, let unit): .init(.within(range), units: unit.text)
    case .none: nil
    }
  }
}

/// The unit of an amount, by code and name.
struct DoseUnit: Hashable, Sendable {
  var code: String?
  var name: String?

  init(_ node: JSONNode?) { (code, name) = (node?["code"]?.text, node?["unit"]?.text) }

  var text: String? { code ?? name }

  /// Returns whether both are the same unit: by code, or by name if either has no code.
  func equals(_ other: DoseUnit) -> Bool {
    if let code, let otherCode = other.code { return code == otherCode }
    return name == other.name || text == other.text
  }
}

/// A maximum amount per period.
struct DoseMaximum {
  var node: JSONNode
  var amount: Double
  var unit: DoseUnit
  var per: ISODuration
}

extension DosageFindings {
  /// Parses a Dosage.
  mutating func dosage(
    _ node: JSONNode, in context: DosageContext
  ) throws(InputError) -> Dosage {
    try refuseModifiers(node, except: TimingExtension.leastGap)
    try refuseExtensions(of: node["timing"])
    try object(node)
    var dosage = Dosage(node: node)
    dosage.isAsNeeded = try isAsNeeded(node)
    dosage.sequence = try sequence(node["sequence"])
    dosage.dose = try dose(node["doseAndRate"])
    dosage.leastGap = try leastGap(node)
    try readMaxima(node, into: &dosage)
    dosage.hasText = node["text"] != nil || node["patientInstruction"] != nil
    if let timing = node["timing"] { dosage.timing = try self.timing(timing, in: context) }
    return dosage
  }

  private func isAsNeeded(_ node: JSONNode) throws(InputError) -> Bool {
    var isAsNeeded = false
    for member in [node["asNeededBoolean"], node["asNeeded"]] {
      guard let member else { continue }
      guard let truth = member.boolean else {
        throw malformed(member, "is not a Boolean (use true or false)")
      }
      isAsNeeded = isAsNeeded || truth
    }
    try object(node["asNeededCodeableConcept"])
    let reasons = try list(node["asNeededFor"])
    return isAsNeeded || node["asNeededCodeableConcept"] != nil || !reasons.isEmpty
  }

  private func sequence(_ node: JSONNode?) throws(InputError) -> Int? {
    guard let node else { return nil }
    guard let number = node.wholeNumber, Int32(exactly: number) != nil else {
      throw malformed(node, "is not a whole number (as in 2)")
    }
    return number
  }

  private func leastGap(_ node: JSONNode) throws(InputError) -> ISODuration? {
    for extra in node["modifierExtension"]?.elements ?? []
    where extra["url"]?.text == TimingExtension.leastGap {
      guard let value = try length(extra["valueDuration"]) else {
        throw malformed(extra, "has no length (add 'valueDuration')")
      }
      return try period(value, at: extra["valueDuration"])
    }
    return nil
  }
}
