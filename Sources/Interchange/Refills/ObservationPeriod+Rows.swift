package import AdherenceAnalytics
package import Diagnostics
import Scheduling

extension ObservationPeriod {
  /// Rejects a last day that precedes the first.
  package func check(at field: String, from first: String = "observedFrom") throws(InputError) {
    guard let from, let to, to < from else { return }
    throw InputError(.outOfRange(text: "\(to)", rule: "not precede '\(first)'"), field: field)
  }

  /// Adds the period in another row of the same patient, of which the first date and cause count.
  ///
  /// - Parameters:
  ///   - other: The period in the row.
  ///   - columns: The columns of the first day, the last day and the end cause.
  /// - Returns: The warning where an earlier row differs; `nil` otherwise.
  /// - Throws: `InputError` where the last day of the row precedes the first.
  mutating func add(_ other: ObservationPeriod, _ columns: [String]) throws(InputError)
    -> InputError?
  {
    if other == ObservationPeriod() { return nil }
    try other.check(at: columns[1], from: columns[0])
    defer {
      self = ObservationPeriod(
        from: from ?? other.from, to: to ?? other.to, endCause: endCause ?? other.endCause)
    }
    return conflict(with: other, columns)
  }

  /// The warning where a later row of the same patient differs.
  private func conflict(with other: ObservationPeriod, _ columns: [String]) -> InputError? {
    let values = [
      (from?.description, other.from?.description), (to?.description, other.to?.description),
      (endCause?.rawValue, other.endCause?.rawValue),
    ]
    for (column, (first, next)) in zip(columns, values) {
      guard let first, let next, first != next else { continue }
      let rule = "be the same in all rows of a patient (the first, '\(first)', is used)"
      return InputError(.outOfRange(text: next, rule: rule), field: column)
    }
    return nil
  }
}
