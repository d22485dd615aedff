import Diagnostics
import Formats
import Interchange
import Scheduling

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
