import Scheduling

/// The credit of one outcome for targets that are each compared with their own values, as in
/// ``Scoring/reached``.
struct TargetCredit: Hashable, Sendable {
  /// The sum of the credited amounts, for each target at most its lower bound.
  var amount = 0.0
  /// The mean share of the targets, 1 if all of them are met.
  var share = 0.0
}

extension [ScheduleElement.Target] {
  /// Whether any target is not `atLeast`, so that a sum does not determine which are met.
  var areBounded: Bool {
    contains { target in
      if case .atLeast = target.condition { false } else { true }
    }
  }

  /// Returns the credit of values for the targets.
  func credit(of values: [OutcomeValue]) -> TargetCredit {
    var credit = TargetCredit()
    for (target, own) in zip(self, valuesByTarget(values)) {
      let share = target.share(of: own)
      credit.share += share
      credit.amount += share * Swift.max(0, target.bounds.least)
    }
    // The sum is exact if every share is 1.
    credit.share /= Double(Swift.max(1, count))
    return credit
  }
}

extension ScheduleElement.Target {
  /// Returns the share of the target that the best value reaches: 1 if one meets it, and 0 for values above
  /// its upper bound.
  fileprivate func share(of values: [OutcomeValue]) -> Double {
    if values.contains(where: isMet) { return 1 }
    let (least, most) = bounds
    guard asksForAmount, least > 0 else { return 0 }
    let reached = values.reduce(0) { best, value in
      let counts = takes(value) && value.isAmount && value.amount <= most.raisedByTolerance
      return counts ? Swift.max(best, value.amount) : best
    }
    return reached / least
  }

  /// Whether lower amounts reach a share of the target.
  var asksForAmount: Bool {
    switch condition {
    case .within, .atLeast(.number), .atMost(.number), .exactly(.number): true
    case .atLeast, .atMost, .exactly: false
    }
  }
}

extension ScheduleElement.Target {
  /// Whether the Boolean `false` is a valid answer, as to the question whether somebody smoked.
  var asksForFalse: Bool {
    switch condition {
    case .atLeast(.boolean(false)), .exactly(.boolean(false)), .atMost(.boolean): true
    case .atLeast, .exactly, .atMost, .within: false
    }
  }
}

extension OutcomeValue {
  /// Whether the value is a number or a Boolean, which counts as one.
  fileprivate var isAmount: Bool {
    switch content {
    case .number(let number): number.isFinite && number >= 0
    case .boolean: true
    case .text, .date, .data: false
    }
  }
}
