import Diagnostics
import PlainWords
package import Scheduling

import AdherenceAnalytics

// The interpretation of plans in words.
extension EventPlan {
  /// Returns a sentence for each plan with its interpretation from a day on, and the default window
  /// if it has none.
  package func readings(from day: CivilDate, isDateOnly: Bool) -> [String] {
    schedules.sorted { ($0.key ?? "") < ($1.key ?? "") }.compactMap { task, text in
      let subject = task.map { "The schedule of \($0)" } ?? "The schedule"
      return reading(of: text, from: start ?? day, isDateOnly).map { "\(subject): \($0)" }
    }
  }

  private func reading(of text: String, from day: CivilDate, _ isDateOnly: Bool) -> String? {
    guard let plan = try? Schedule(plan: text, from: day),
      let later = try? Schedule(plan: text, from: day.adding(days: 1))
    else { return nil }
    let isFixed = start != nil || plan.summary == later.summary
    let beginning = isFixed ? "" : " (for a start on \(day))"
    return plan.summary + beginning + "." + (window(of: plan, text, day, isDateOnly) ?? "")
  }

  /// Returns the default window of due elements that have none.
  private func window(
    of plan: Schedule, _ text: String, _ day: CivilDate, _ isDateOnly: Bool
  ) -> String? {
    guard plan.elements.contains(where: { $0.window == nil && $0.recurrence.hasOccurrences }) else {
      return nil
    }
    switch try? matching(of: text, from: day, isDateOnly: isDateOnly) {
    case .nearest?: return " Each dose counts up to halfway to its neighbors."
    case .window?: return " Each dose counts on its own day."
    case .keyed?, nil: return nil
    }
  }

  /// Returns the matching of a schedule's events: as the plan states, or by nearest if both have
  /// times of day.
  func matching(
    of text: String, from day: CivilDate, isDateOnly: Bool
  ) throws(InputError) -> Matching {
    if let matching { return matching }
    if isDateOnly { return .window }
    return try Schedule.namesTimesOfDay(inPlan: text, from: day) ? .nearest : .window
  }
}
