import Diagnostics
import Formats
import Interchange
import Scheduling

/// The parsing context of a request's dosages: error paths and warnings.
struct DosageFindings {
  /// The root of paths in errors.
  let resource: JSONNode?
  /// Warnings.
  private(set) var notes: [InputError] = []

  init(in resource: JSONNode?) { self.resource = resource }

  /// The maximum number of warnings per kind; finding a path takes a search, and lists may be long.
  private static let most = 8

  /// Adds a warning about a value.
  mutating func note(_ rule: InputError.Rule, at node: JSONNode?) {
    guard notes.count(where: { $0.problem.kind == rule.code }) < DosageFindings.most else { return }
    notes.append(error(rule, at: node))
  }

  /// Returns the error of a value that violates a rule.
  func error(_ rule: InputError.Rule, at node: JSONNode?) -> InputError {
    node?.breaks(rule, in: resource) ?? InputError(.against(rule, text: ""))
  }

  /// Returns the error of a value of the wrong FHIR type.
  func malformed(_ node: JSONNode, _ text: String) -> InputError {
    error(InputError.Rule(InputError.Rule.malformed.code, text), at: node)
  }

  /// Converts a length to a period.
  func period(_ length: TimingLength, at node: JSONNode?) throws(InputError) -> ISODuration {
    do { return try length.period() } catch {
      switch error {
      case .fraction: throw self.error(.fractionalPeriod, at: node)
      case .tooLong: throw self.error(.tooLong, at: node)
      }
    }
  }
}

// Typed values; an absent value is `nil`.
extension DosageFindings {
  /// Returns a positive integer.
  func positive(_ node: JSONNode?) throws(InputError) -> Int? {
    guard let node else { return nil }
    guard let number = node.wholeNumber, 1...Int(Int32.max) ~= number else {
      throw malformed(node, "is not a whole number of 1 or more (as in 2)")
    }
    return number
  }

  /// Returns a decimal.
  func decimal(_ node: JSONNode?) throws(InputError) -> DecimalNumber? {
    guard let node else { return nil }
    guard let number = DecimalNumber(node) else {
      throw malformed(node, "is not a supported decimal number (as in 2.5)")
    }
    return number
  }

  /// Returns a unit of time.
  func unit(_ node: JSONNode?) throws(InputError) -> UnitOfTime? {
    guard let node else { return nil }
    guard let unit = node.text.flatMap(UnitOfTime.init) else {
      throw malformed(node, "is not a unit of time (use s, min, h, d, wk, mo or a)")
    }
    return unit
  }

  /// Returns a `dateTime`, with a warning if it is ambiguous.
  mutating func dateTime(_ node: JSONNode?) throws(InputError) -> FHIRDateTime? {
    guard let node else { return nil }
    guard let moment = FHIRDateTime(node) else {
      throw malformed(
        node, "is not a date or date-time (as in 2024-02-29 or 2024-02-29T08:00:00+01:00)")
    }
    if moment.lacksOffset { note(.missingOffset, at: node) }
    return moment
  }

  /// Returns a positive Duration.
  func length(_ node: JSONNode?) throws(InputError) -> TimingLength? {
    guard let node else { return nil }
    try object(node)
    guard let amount = node["value"] else { throw malformed(node, "has no value (add 'value')") }
    guard let value = try decimal(amount), value.sign > 0 else {
      throw malformed(amount, "must be more than 0")
    }
    if let comparator = node["comparator"] {
      throw malformed(comparator, "makes the length inexact (remove it)")
    }
    guard let unit = try unit(node["code"] ?? node["unit"]) else {
      throw malformed(node, "has no unit (add 'code')")
    }
    return TimingLength(value: value, unit: unit)
  }

  /// Returns the elements of a list.
  func list(_ node: JSONNode?) throws(InputError) -> [JSONNode] {
    guard let node else { return [] }
    guard node.kind == .array else { throw malformed(node, "is not a list (put it in brackets)") }
    return node.elements
  }

  func object(_ node: JSONNode?) throws(InputError) {
    guard let node, node.kind != .object else { return }
    throw malformed(node, "is not an object (put it in braces)")
  }
}

// Doses and maximum amounts.
extension DosageFindings {
  /// Parses the dose of the `doseAndRate` of type ordered, otherwise of the first one.
  func dose(_ node: JSONNode?) throws(InputError) -> Dose? {
    let all = try list(node)
    for element in all { try object(element) }
    let ordered = all.first {
      CodeableConcept($0["type"]).codings.contains { $0.code == "ordered" }
    }
    guard let chosen = ordered ?? all.first else { return nil }
    let (quantity, range) = (chosen["doseQuantity"], chosen["doseRange"])
    if let range {
      if quantity != nil { throw malformed(range, "cannot be combined with 'doseQuantity'") }
      return try doseRange(range)
    }
    guard let quantity, let amount = try amount(quantity) else { return nil }
    return amount == 0 ? Dose.none : .amount(amount, unit: DoseUnit(quantity))
  }

  private func doseRange(_ node: JSONNode) throws(InputError) -> Dose? {
    try object(node)
    let (low, high) = (try amount(node["low"]), try amount(node["high"]))
    let unit = DoseUnit(node["low"] ?? node["high"])
    guard let high else { return low.map { $0 == 0 ? Dose.none : .amount($0, unit: unit) } }
    if high == 0 { return Dose.none }
    guard (low ?? 0) <= high else { throw error(.rangeReversed, at: node) }
    return .range((low ?? 0)...high, unit: unit)
  }

  /// Returns the amount of a Quantity, which must not be negative; `nil` if it has none.
  private func amount(_ node: JSONNode?) throws(InputError) -> Double? {
    guard let node else { return nil }
    try object(node)
    if let comparator = node["comparator"] {
      throw malformed(comparator, "makes the amount inexact (remove it)")
    }
    guard let value = node["value"] else { return nil }
    guard let amount = value.number, amount.isFinite, amount >= 0 else {
      throw malformed(value, "is not an amount of 0 or more (as in 2.5)")
    }
    return amount
  }

  /// Parses the maximum amounts of a Dosage.
  func readMaxima(_ node: JSONNode, into dosage: inout Dosage) throws(InputError) {
    let most = node["maxDosePerPeriod"]
    let ratios = most?.kind == .array ? most?.elements ?? [] : [most].compactMap(\.self)
    for ratio in ratios {
      try object(ratio)
      let numerator = ratio["numerator"]
      guard let amount = try amount(numerator), let per = try length(ratio["denominator"]) else {
        throw malformed(ratio, "is not an amount per time (add 'numerator' and 'denominator')")
      }
      dosage.maxima.append(
        DoseMaximum(
          node: ratio, amount: amount, unit: DoseUnit(numerator),
          per: try period(per, at: ratio["denominator"])))
    }
    dosage.unwatchedLimits = [node["maxDosePerAdministration"], node["maxDosePerLifetime"]]
      .compactMap(\.self)
    for limit in dosage.unwatchedLimits { _ = try amount(limit) }
  }
}
