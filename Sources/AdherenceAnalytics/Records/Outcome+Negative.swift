import Scheduling

// Negative outcomes, which state that nothing was done.
//
// A refusal has the status `skipped` or `declined`. A denial has values, all of which are the Boolean
// `false`, as in a diary's column "taken".

extension Outcome {
  /// Whether the outcome states that nothing was done: it was skipped or declined, or all of its values are
  /// the Boolean `false`.
  ///
  /// A number is never negative in this sense: a pain score of 0 is a recorded score.
  public var isNegative: Bool { status != .completed || values.areDenial }
}

extension [OutcomeValue] {
  /// Whether there are values, all of which are the Boolean `false`.
  var areDenial: Bool { !isEmpty && allSatisfy { $0.content == .boolean(false) } }
}

extension OutcomeTable.Row {
  /// Whether the values are a denial, regardless of the status.
  var isDenial: Bool { marks.contains(.denial) || marks.contains(.boolean) && !(amount > 0) }

  /// Whether it is a denial but not a refusal.
  var isDenialAlone: Bool { isDenial && marks.isDisjoint(with: .refused) }

  /// Whether the outcome states that nothing was done.
  package var isNegative: Bool { !marks.isDisjoint(with: .refused) || isDenial }
}
