import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A selection of recorded values by kind and unit.
public struct SummedValues: Hashable, Sendable {
  /// The kind, such as `systolic`; `nil` accepts any single kind.
  public var kind: String?
  /// The unit, such as `mmHg`; `nil` accepts any single unit.
  public var units: String?

  /// Creates a selection.
  public init(kind: String? = nil, units: String? = nil) {
    (self.kind, self.units) = (kind, units)
  }
}

/// An amount recorded on a day.
struct SummedAmount: Hashable {
  var day: CivilDate
  var value: Double
  var kind: String?
  var units: String?
}

extension SummedValues {
  /// Returns the selected amounts of tasks, by task.
  ///
  /// - Throws: `InputError` if a task's scoring does not sum, it has only other values, or the
  ///   amounts have several kinds or units.
  func amounts(of evaluations: [TaskEvaluation]) throws(InputError) -> [[SummedAmount]] {
    var all: [[SummedAmount]] = []
    for evaluation in evaluations {
      guard evaluation.scoring == .summed else {
        throw InputError(
          .notOneOf(text: evaluation.scoring.rawValue, allowed: [Scoring.summed.rawValue]),
          field: "scoring", source: "task \(evaluation.task.id)")
      }
      all.append(try evaluation.recordedAmounts())
    }
    return try chosen(all)
  }

  /// Returns the amounts of the selected kind and unit, of which there must be only one.
  private func chosen(_ all: [[SummedAmount]]) throws(InputError) -> [[SummedAmount]] {
    let ofKind = all.map { $0.filter { kind == nil || $0.kind == kind } }
    try check(
      kind, ofKind.joined().map { $0.kind ?? "" }, of: all.joined().map { $0.kind ?? "" }, "kind")
    // A value without a unit is assumed to have that of the others.
    let meant = ofKind.map { $0.filter { units == nil || $0.units ?? units == units } }
    try check(
      units, meant.joined().compactMap(\.units), of: ofKind.joined().compactMap(\.units), "units")
    return meant
  }

  /// Throws if a sum has several kinds or units, or no matching ones; the error lists the available
  /// ones.
  private func check(
    _ name: String?, _ meant: [String], of all: [String], _ field: String
  ) throws(InputError) {
    let (found, known) = (Set(meant), Set(all).sorted())
    let isAbsent = name != nil && found.isEmpty && !known.isEmpty
    guard found.count > 1 || isAbsent else { return }
    throw .severalValues(name, of: Set(known), field)
  }
}

extension InputError {
  /// Returns the error for values of several kinds or units, or none that match.
  static func severalValues(_ name: String?, of known: Set<String>, _ field: String) -> InputError {
    let names = known.sorted().map { $0.isEmpty ? "(none)" : $0 }
    return InputError(
      .notOneOf(text: name ?? names.joined(separator: " and "), allowed: names),
      field: "value \(field)")
  }
}

extension TaskEvaluation {
  /// The scoring of the task's outcomes.
  var scoring: Scoring { task.scoring ?? query.scoring }

  /// Returns the amounts recorded in the query range, for occurrences and as-needed uses.
  ///
  /// Values that the scoring does not credit are omitted, and so are texts, dates and bytes.
  ///
  /// - Throws: `InputError` if there are values but no amounts.
  fileprivate func recordedAmounts() throws(InputError) -> [SummedAmount] {
    var values = AmountList()
    var place = 0
    for index in outcomes.indices {
      guard let occurrence = occurrences[index],
        let found = self.place(of: occurrence, near: place), scored[found].state != .cancelled
      else { continue }
      place = found
      values.append(
        outcomes[index], on: scored[found].day, plan.targets(of: occurrence), query.conversions)
    }
    let elements = flexible == nil ? [] : plan.flexibleElements
    for use in flexible?.uses ?? [] where query.range.contains(use.day) {
      let targets = elements.first { $0.element.id == use.element }?.element.targets ?? []
      for index in use.outcomes {
        values.append(outcomes[index], on: use.day, targets, query.conversions)
      }
    }
    if values.amounts.isEmpty, let other = values.other {
      throw InputError(
        .malformed(text: other, .number), field: "value", source: "task \(task.id)")
    }
    return values.amounts
  }
}

/// The amounts among values.
private struct AmountList {
  var amounts: [SummedAmount] = []
  /// A value that is not an amount.
  var other: String?

  mutating func append(
    _ outcome: Outcome, on day: CivilDate, _ targets: [ScheduleElement.Target],
    _ conversions: UnitConversions
  ) {
    guard outcome.status == .completed else { return }
    for value in targets.converting(outcome.values, by: conversions)
    where value.isCredited(by: targets) {
      switch value.content {
      case .number, .boolean:
        amounts.append(
          SummedAmount(day: day, value: value.amount, kind: value.kind, units: value.units))
      case .text(let text): other = text
      case .date, .data: other = "a date or bytes"
      }
    }
  }
}
