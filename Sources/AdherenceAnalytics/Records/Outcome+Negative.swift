import Scheduling

// Outcomes that state that nothing was done.
//
// A refusal has the status `skipped` or `declined`. A denial has values, all of which are the Boolean
// `false`, as in a diary's column "taken". Both are negative.

extension Outcome {
  /// Whether the outcome states that nothing was done: it was skipped or declined, or has values, all of
  /// which are the Boolean `false`.
  ///
  /// A number never states that: a pain score of 0 is a score that was recorded.
  public var isNegative: Bool { status != .completed || values.areDenial }
}

extension [OutcomeValue] {
  /// Whether there are values, and all of them are the Boolean `false`.
  var areDenial: Bool { !isEmpty && allSatisfy { $0.content == .boolean(false) } }
}

extension OutcomeTable.Row {
  /// Whether the values are a denial, whatever the status.
  var isDenial: Bool { marks.contains(.denial) || marks.contains(.boolean) && !(amount > 0) }

  /// Whether it is a denial and no refusal.
  var isDenialAlone: Bool { isDenial && marks.isDisjoint(with: .refused) }

  /// Whether the outcome states that nothing was done.
  package var isNegative: Bool { !marks.isDisjoint(with: .refused) || isDenial }
}
