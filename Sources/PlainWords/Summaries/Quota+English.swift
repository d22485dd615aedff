import Diagnostics
import Scheduling

extension Quota {
  /// `3 times a week`, `3 times a day at any time`, `once in every 10 days`, `3 times in any 7
  /// days`.
  var words: String {
    let isOfDay = per == ISODuration(days: 1) && !isRolling
    return isOfDay ? wordsOfMost + " at any time" : wordsOfMost
  }

  /// The count as a maximum.
  var wordsOfMost: String { "\(English.times(count)) \(wordsOfPeriod)" }

  /// `a week`, `in every 10 days`, `in any 7 days`.
  var wordsOfPeriod: String {
    if isRolling { return "in \(per.words(after: "any"))" }
    switch (per.months, per.days) {
    case (12, _): return "a year"
    case (1, _): return "a month"
    case (0, 7): return "a week"
    case (0, 1): return "a day"
    default: return "in \(per.words)"
    }
  }
}

extension UseCaps {
  /// `as needed, at most 4 times in any 24 hours, at least 6 hours apart`; for a civil period `once
  /// a day`.
  var words: String {
    var parts = ["as needed"]
    if let civil {
      parts.append("at most \(civil.wordsOfMost)")
    } else if let maximum, let per {
      parts.append("at most \(English.times(maximum)) in \(per.words(after: "any"))")
    }
    if let minGap { parts.append("at least \(minGap.length) apart") }
    return parts.joined(separator: ", ")
  }
}
