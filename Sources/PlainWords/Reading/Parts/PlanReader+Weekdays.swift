import Diagnostics
import Scheduling

// Weekdays and months.
extension PlanReader {
  /// Weekdays: `Monday`, `Mondays`, `Mon-Fri`, `weekdays`, or `day` for all of them.
  mutating func weekdays(or isAlternative: Bool = false) throws(InputError) -> Set<Weekday> {
    let sets = try list(or: isAlternative) {
      (reader: inout PlanReader) throws(InputError) -> Set<Weekday>? in
      // "every Monday and every Friday"
      _ = reader.accept(anyOf: "every", "each", "on")
      let isNamed = reader.isNamedWeekdayNext
      guard var days = try reader.weekdayRange() else { return nil }
      // "Mon Wed Fri"
      while isNamed, reader.isNamedWeekdayNext, let next = try reader.weekdayRange() {
        days.formUnion(next)
      }
      return days
    }
    return sets.reduce(into: []) { $0.formUnion($1) }
  }

  private mutating func weekdayRange() throws(InputError) -> Set<Weekday>? {
    if let days = take(kind: \.days) { return days }
    if let days = take(Vocabulary.weekdaySets) { return days }
    guard let first = take(Vocabulary.weekdays) else { return nil }
    let isRange = accept(anyOf: "to", "through") || accept(sign: "-")
    guard isRange else { return [first] }
    guard let last = take(Vocabulary.weekdays) else { throw unexpected("expected a weekday") }
    let length = last.days(after: first)
    return Set((0...length).map { Weekday(index: (first.rawValue + $0) % 7) })
  }

  private var isNamedWeekdayNext: Bool {
    word().map { Vocabulary.weekdays[$0] != nil } ?? false
  }

  /// Whether a weekday is next.
  var isWeekdayNext: Bool {
    if kind()?.days != nil { return true }
    guard let word = word() else { return false }
    return Vocabulary.weekdays[word] != nil || Vocabulary.weekdaySets[word] != nil
  }

  /// `January and July`.
  mutating func months() throws(InputError) -> [Int] {
    let months = try list { (reader: inout PlanReader) throws(InputError) -> Int? in
      reader.take(Vocabulary.months)
    }
    return Set(months).sorted()
  }

  /// `month` or `year`, in the singular or plural.
  mutating func monthUnit() -> RecurrenceRule.Frequency? {
    guard let unit = word().flatMap({ Vocabulary.units[$0] }) else { return nil }
    guard unit == .monthly || unit == .yearly else { return nil }
    place += 1
    return unit
  }
}
