import Scheduling

/// What the values of one outcome earn of targets, each held against its own values as
/// ``Scoring/reached`` does.
struct TargetCredit: Hashable, Sendable {
  /// The sum of what is credited: of each target at most its lower end.
  var amount = 0.0
  /// The mean share of the targets, 1 where all of them are met.
  var share = 0.0
}

extension [ScheduleElement.Target] {
  /// Whether any of them is more than `atLeast`, so that a sum does not tell which are met.
  var areBounded: Bool {
    contains { target in
      if case .atLeast = target.condition { false } else { true }
    }
  }

  /// What values earn of the targets.
  func credit(of values: [OutcomeValue]) -> TargetCredit {
    var credit = TargetCredit()
    for (target, own) in zip(self, valuesByTarget(values)) {
      let share = target.share(of: own)
      credit.share += share
      credit.amount += share * Swift.max(0, target.bounds.least)
    }
    // Ones add up to their number exactly.
    credit.share /= Double(Swift.max(1, count))
    return credit
  }
}

extension ScheduleElement.Target {
  /// The share of the target that the best of some values reaches: 1 where one meets it, and nothing of
  /// values beyond its upper end.
  fileprivate func share(of values: [OutcomeValue]) -> Double {
    if values.contains(where: isMet) { return 1 }
    let (least, most) = bounds
    guard asksForAmount, least > 0 else { return 0 }
    let reached = values.reduce(0) { best, value in
      let counts = takes(value) && value.isAmount && value.amount <= most.stretched
      return counts ? Swift.max(best, value.amount) : best
    }
    return reached / least
  }

  /// Whether amounts below what it asks for are a part of that.
  var asksForAmount: Bool {
    switch condition {
    case .within, .atLeast(.number), .atMost(.number), .exactly(.number): true
    case .atLeast, .atMost, .exactly: false
    }
  }
}

extension ScheduleElement.Target {
  /// Whether the Boolean `false` is an answer to it, as to the question whether somebody smoked.
  var asksForFalse: Bool {
    switch condition {
    case .atLeast(.boolean(false)), .exactly(.boolean(false)), .atMost(.boolean): true
    case .atLeast, .exactly, .atMost, .within: false
    }
  }
}

extension OutcomeValue {
  /// Whether it is a number, or a truth value, which counts as one.
  fileprivate var isAmount: Bool {
    switch content {
    case .number(let number): number.isFinite && number >= 0
    case .boolean: true
    case .text, .date, .data: false
    }
  }
}
