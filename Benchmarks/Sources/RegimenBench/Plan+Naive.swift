import Scheduling

// A naive loop that asks the zone for each occurrence.
extension Plan {
  /// Lists the plan's instants in order.
  func listNaively(into moments: inout [Instant]) {
    for part in parts {
      switch part.repeats {
      case .days(let step): list(part, every: step, into: &moments)
      case .weekdays(let weekdays): list(part, on: weekdays, into: &moments)
      case .dayOfTheMonth(let day): list(part, dayOfTheMonth: day, into: &moments)
      case .lastOfTheMonth(let days): list(part, lastOfTheMonth: days, into: &moments)
      case .hours(let hours): list(part, everyHours: hours, into: &moments)
      }
    }
    if !holidays.isEmpty { moments.removeAll { holidays.contains(zone.civil(at: $0).date) } }
    if parts.count > 1 { moments.sort() }
  }

  private func list(_ part: Part, every step: Int, into moments: inout [Instant]) {
    let passed = max(0, days.lowerBound - part.first)
    var date = part.first.adding(days: (passed + step - 1) / step * step)
    while date < days.upperBound {
      append(date, part.times, to: &moments)
      date = date.adding(days: step)
    }
  }

  private func list(_ part: Part, on weekdays: [Weekday], into moments: inout [Instant]) {
    var date = max(part.first, days.lowerBound)
    while date < days.upperBound {
      if weekdays.contains(date.weekday) { append(date, part.times, to: &moments) }
      date = date.adding(days: 1)
    }
  }

  private func list(_ part: Part, dayOfTheMonth day: Int, into moments: inout [Instant]) {
    for (year, month) in months {
      guard let date = CivilDate(year: year, month: month, day: day) else { continue }
      if date >= part.first, days.contains(date) { append(date, part.times, to: &moments) }
    }
  }

  private func list(_ part: Part, lastOfTheMonth weekdays: [Weekday], into moments: inout [Instant])
  {
    for (year, month) in months {
      var date = (28...31).compactMap { CivilDate(year: year, month: month, day: $0) }.max()
      while let day = date, !weekdays.contains(day.weekday) { date = day.adding(days: -1) }
      guard let date, date >= part.first, days.contains(date) else { continue }
      append(date, part.times, to: &moments)
    }
  }

  private var months: some Sequence<(Int, Int)> {
    (days.lowerBound.year...days.upperBound.year).lazy.flatMap { year in
      (1...12).lazy.map { (year, $0) }
    }
  }

  private func append(_ date: CivilDate, _ times: [CivilTime], to moments: inout [Instant]) {
    for time in times {
      moments.append(zone.firstInstant(atOrAfter: CivilDateTime(date: date, time: time)))
    }
  }

  private func list(_ part: Part, everyHours hours: Int, into moments: inout [Instant]) {
    let anchor = CivilDateTime(date: part.first, time: part.times[0])
    var moment = zone.firstInstant(atOrAfter: anchor)
    let range = range
    while moment < range.upperBound {
      if moment >= range.lowerBound { moments.append(moment) }
      moment = moment.adding(seconds: Int64(hours) * 3600)
    }
  }
}
