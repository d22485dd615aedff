import Scheduling

// What is left out.
extension PlanReader {
  /// `except 3 February 2024 and everything from 1 June 2024`, `except Sundays`.
  mutating func exceptions() throws(InputError) -> Bool {
    guard accept(anyOf: "except", "excluding", "but") else { return false }
    let begin = place
    _ = accept("on")
    if isWeekdayNext {
      let days = try weekdays()
      guard draft.remove(days) else {
        throw conflict("except " + words(begin..<place), with: draft.headWords)
      }
      return true
    }
    let exclusions = try list {
      (reader: inout PlanReader) throws(InputError) -> Schedule.Exclusion? in
      try reader.exception()
    }
    if exclusions.isEmpty { throw unexpected("expected a date, as in except 3 February 2024") }
    let end = place
    if separator(), case .number? = kind(), word(ahead: 1) == "more" {
      throw InputError(
        .notUnderstood(
          word: words(place..<place + 2), after: words(max(begin, end - 4)..<end),
          cure: "name each of them"))
    }
    place = end
    draft.exclusions.append(exclusions)
    return true
  }

  /// Reads `except 2.5 mg on Mondays`: takes the days away, and returns the element that is due on them.
  mutating func exceptedDose() throws(InputError) -> PlanDraft? {
    try attempt { (reader: inout PlanReader) throws(InputError) -> PlanDraft? in
      _ = reader.separator()
      guard reader.draft.targets != nil, reader.accept(anyOf: "except", "but"), reader.isDoseNext
      else { return nil }
      let begin = reader.place
      var main = reader.draft
      reader.draft = PlanDraft(firstToken: begin)
      _ = try reader.doses(begin)
      _ = reader.accept("on")
      guard reader.isWeekdayNext else {
        throw reader.unexpected("expected weekdays, as in except 2.5 mg on Mondays")
      }
      let days = try reader.weekdays()
      guard let other = main.part(days, asking: reader.draft) else {
        throw main.conflict("except " + reader.words(begin..<reader.place))
      }
      reader.draft = main
      return other
    }
  }

  private mutating func exception() throws(InputError) -> Schedule.Exclusion? {
    if accept("everything", "from") {
      guard case .local(let from) = try requiredMoment().moment() else { throw noUTC }
      return Schedule.Exclusion(from: from, to: nil)
    }
    let begin = place
    _ = accept("from")
    guard isDateNext, let first = try moment() else {
      place = begin
      return nil
    }
    if accept("to") || accept("through") || accept(sign: "-") {
      return try stretch(first, to: try requiredMoment(), begin)
    }
    let time: CivilTime? = accept("at") ? try time() : first.time
    guard !first.isUTC else { throw noUTC }
    return time.map { Schedule.Exclusion(at: CivilDateTime(date: first.date, time: $0)) }
      ?? Schedule.Exclusion(first.date)
  }

  /// From day to day, the last included, or from time to time.
  private func stretch(_ first: PlanMoment, to last: PlanMoment, _ begin: Int) throws(InputError)
    -> Schedule.Exclusion
  {
    guard !first.isUTC, !last.isUTC else { throw noUTC }
    let from = CivilDateTime(date: first.date, time: first.time ?? .midnight)
    let isLast = last.time == nil && last.date == .last
    let to = CivilDateTime(
      date: last.time == nil ? last.date.adding(days: 1) : last.date, time: last.time ?? .midnight)
    guard from <= to, last.time != nil || first.date <= last.date else {
      throw outOfRange(words(begin..<place), "not end before it begins")
    }
    return Schedule.Exclusion(from: from, to: isLast ? nil : to)
  }

  /// Whether a date is next, with or without its year.
  private var isDateNext: Bool {
    switch kind() {
    case .date?, .moment?: return true
    default:
      var reader = self
      return reader.dayOfYear() != nil
    }
  }

  private var noUTC: InputError {
    outOfRange("UTC", "be left out: exceptions are told in the plan's own times")
  }
}
