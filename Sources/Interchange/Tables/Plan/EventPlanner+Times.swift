import Diagnostics
import ScheduleFormats
import Scheduling

// Event times and planned times.
extension EventPlanner {
  /// Finds the time columns and returns the indices of those with dates.
  mutating func findTimes() throws(InputError) -> [Int] {
    if columns.layout == .days { return [] }
    if columns.planned == nil { findPlanned() }
    if columns.time == nil { findTime() }
    findStart()
    var places: [Int] = []
    for (column, parameter) in [(columns.time, "time"), (columns.planned, "planned")] {
      guard let column else { continue }
      places += try index.places(of: column, as: parameter)
    }
    return places
  }

  private mutating func findPlanned() {
    let all = candidates(.planned).filter { isDateOrTime($0) }
    let moment = all.first { profile.columns[$0].isMoment }
    let clock = all.first { profile.columns[$0].isClock }
    if let moment {
      columns.planned = take(moment, as: "planned time")
      if !profile.columns[moment].hasTimes, let clock {
        joinClock(clock, \.planned, "planned time")
      }
    } else if let clock, let date = candidates(.time, where: \.isMoment).first {
      columns.planned = "\(index.name(of: date))+\(take(clock, as: "planned time"))"
    }
  }

  private mutating func findTime() {
    let all = free.filter { isDateOrTime($0) && !names[$0].isPlanned }
    let dates = all.filter { !profile.columns[$0].isClock }.sorted {
      (score($0), $0) < (score($1), $1)
    }
    let clocks = withoutEnds(all.filter { profile.columns[$0].isClock })
      .sorted { (names[$0].rank(as: .clock) ?? 900) < (names[$1].rank(as: .clock) ?? 900) }
    guard let date = dates.first else {
      if let clock = clocks.first, let planned = columns.planned, !planned.contains("+") {
        columns.time = "\(planned)+\(take(clock, as: "time"))"
        return
      }
      return takePlanned()
    }
    let isUnnamed = names[date].rank(as: .time) == nil
    if isUnnamed, dates.count > 1, score(dates[1]) < 2_000 {
      return plan.questions.append(
        "Which column has the event time: \(InputError.list(dates.map(index.name)))?"
          + " Name it by --time.")
    }
    if isOfStudyDays(date) {
      return reject(
        "It counts days of a study from '\(index.name(of: date))'; a report needs the date of each row."
      )
    }
    if let question = questionOfOneDay(date) { return plan.questions.append(question) }
    if names[date].isNegative {
      return plan.questions.append(
        "'\(index.name(of: date))' has the times of doses that were missed; which column has those of doses taken?"
          + " --time names it.")
    }
    columns.time = take(date, as: "time")
    guard columns.layout == nil, !profile.columns[date].hasTimes, let clock = clocks.first else {
      return
    }
    if let question = questionOfClocks(clocks, date) { return plan.questions.append(question) }
    joinClock(clock, \.time, "time")
  }

  /// Returns columns of times of day without those of ends, if others are of starts.
  private func withoutEnds(_ clocks: [Int]) -> [Int] {
    clocks.contains { names[$0].isOfStart } ? clocks.filter { !names[$0].isOfEnd } : clocks
  }

  /// Returns the question about several columns of times of day, none of which has the best name.
  private func questionOfClocks(_ clocks: [Int], _ date: Int) -> String? {
    let alike = clocks.filter { names[$0].rank(as: .clock) == names[clocks[0]].rank(as: .clock) }
    guard alike.count > 1 else { return nil }
    let (list, joined) = (
      alike.map(index.name), "\(index.name(of: date))+\(index.name(of: clocks[0]))"
    )
    let slots = zip(list, ["08:00", "20:00"]).map { "\($0)=\($1)" }.joined(separator: ",")
    return
      "Which column has the time of a dose: \(InputError.list(list))? --slots \(slots.quoted) reads each as a dose of"
      + " that time of day, --time \(joined.quoted) only one."
  }

  /// Returns whether the only dates are start dates, and another column counts days.
  private func isOfStudyDays(_ date: Int) -> Bool {
    guard names[date].rank(as: .planStart) != nil, !profile.columns[date].hasTimes else {
      return false
    }
    return free.contains { names[$0].isNumberOfDay && profile.columns[$0].isNumeric }
  }

  /// Returns the question about a column with times of a single day, if another column has several
  /// days: programs read a clock time as one of the current day.
  private func questionOfOneDay(_ place: Int) -> String? {
    guard let day = profile.columns[place].onlyDay,
      let other = profile.columns.first(where: { $0.isMoment && $0.moments.hasSeveralDays })
    else { return nil }
    let name = index.name(of: place)
    return
      "All times of '\(name)' are on one day, \(day), and those of '\(other.name)' on several: were"
      + " they clock times? Write them as clock times, such as 08:05, or confirm the day by"
      + " --time \(name.quoted)."
  }

  /// Uses the planned time if there is no other.
  private mutating func takePlanned() {
    guard let planned = columns.planned else {
      return reject(withoutTimes)
    }
    (columns.time, columns.planned) = (planned, nil)
  }

  /// The description of a table without parsable times.
  private var withoutTimes: String {
    let named = free.filter { names[$0].rank(as: .time) != nil || names[$0].isPlanned }
    for place in named {
      guard let text = profile.columns[place].example else { continue }
      do throws(InputError) {
        _ = try MomentFormat.automatic.readWritten(text)
      } catch {
        return "'\(profile.columns[place].name)' \(error)"
      }
    }
    let ids = free.filter { names[$0].rank(as: .patient) != nil }
    if ids.contains(where: { profile.columns[$0].isUnique || profile.columns[$0].present < 4 }) {
      return
        "It has one row per patient, like a summary; a report needs a row for each event, with a column"
        + " of its time (--time names it, --time-format its format)."
    }
    return
      "No column has dates or times, so it is not a table of events; each event needs a row with a column of"
      + " its time (--time names it, --time-format its format)."
  }

  private mutating func joinClock(
    _ clock: Int, _ column: WritableKeyPath<EventColumns, String?>, _ role: String
  ) {
    let name = take(clock, as: role)
    columns[keyPath: column]? += "+\(name)"
  }

  /// Returns the penalty of a column of dates as the event time; a column with 2000 or more is not
  /// used.
  private func score(_ place: Int) -> Int {
    let column = profile.columns[place]
    let fullest = free.map { profile.columns[$0] }.filter(\.isMoment).map(\.present).max() ?? 0
    let isStart = names[place].rank(as: .planStart) != nil && !column.hasTimes
    return (names[place].rank(as: .time) ?? 900) + (column.hasTimes ? 0 : 300)
      + (column.present * 2 < fullest ? 400 : 0)
      + (names[place].isUnrelated || isStart ? 2_000 : 0)
  }

  private func isDateOrTime(_ place: Int) -> Bool {
    let column = profile.columns[place]
    return column.isMoment || column.isClock || column.isMonthDay
  }

  private mutating func findStart() {
    guard columns.start == nil,
      let place = candidates(.planStart, where: { $0.isMoment && !$0.hasTimes }).first
    else { return }
    columns.start = take(place, as: "start of the plan")
  }
}

// The format of times.
extension EventPlanner {
  /// Decides the format of the times.
  mutating func decideTimes(_ places: [Int]) {
    guard columns.form.times == .automatic else { return }
    let observation = [columns.observedFrom, columns.observedTo].compactMap { name in
      name.flatMap { try? index.place(of: $0, as: "") }
    }
    for place in places + observation where profile.columns[place].isMoment {
      plan.decideFormat(of: profile.columns[place], &columns.form)
    }
  }

  /// Decides whether times are dates only, and reports rows without a time of day.
  mutating func decideDates(_ places: [Int]) {
    guard let place = places.first, columns.layout?.hasCells != true else { return }
    let moments = profile.columns[place].moments
    let isJoined =
      columns.time?.contains("+") == true && profile.columns[place].name != columns.time
    guard !isJoined, moments.count > 0 else { return }
    columns.hasDatesAlone = moments.withTime == 0
    // Named events may have dates alone, which the reader tells from those of doses.
    if moments.withTime > 0, moments.datesAlone > 0, columns.event == nil {
      plan.problems.append(
        InputError(.against(.missingTimes(moments.datesAlone), text: ""), field: columns.time))
    }
  }

  /// Asks about times of midnight beside planned times that are never at midnight.
  mutating func askForMidnights() {
    guard !wasTimeNamed, columns.planned != nil, let time = lastPlace(of: columns.time),
      let planned = lastPlace(of: columns.planned), time != planned
    else { return }
    let (column, midnights) = (profile.columns[time], profile.columns[time].midnights)
    // Doses that are planned late may be taken at midnight.
    guard midnights > 2, midnights * 20 >= column.present, profile.columns[planned].midnights == 0,
      !profile.columns[planned].moments.hasLateTimes
    else { return }
    let name = columns.time ?? ""
    plan.questions.append(
      "'\(index.name(of: time))' has midnight in \(midnights.counting("row")), but no planned time is then: were these doses"
        + " missed? Empty these fields, or confirm the times by --time \(name.quoted).")
  }

  /// Returns the index of a column, or of the times of day of two joined ones.
  private func lastPlace(of column: String?) -> Int? {
    column.flatMap { try? index.places(of: $0, as: "").last }
  }

  /// Decides the meaning of offsets.
  mutating func decideClocks(_ places: [Int]) {
    if isZoned || columns.zone != nil { return }
    for place in places {
      let (column, moments) = (profile.columns[place], profile.columns[place].moments)
      if columns.form.times == .seconds || columns.form.times == .milliseconds, moments.utcTimes > 0
      {
        return plan.questions.append(
          "'\(column.name)' counts \(columns.form.times) since 1970, which is UTC; which zone's clock did the"
            + " patients see? --zone names it, such as --zone America/New_York or --zone UTC.")
      }
      let isWrittenInUTC =
        moments.offsets > 0 && moments.zeroOffsets == moments.offsets && moments.withTime > 0
      if moments.utcTimes > 0 || isWrittenInUTC, columns.form.times != .excel {
        return plan.questions.append(
          "The times of '\(column.name)' are in UTC; which zone's clock did the patients see?"
            + " --zone names it, such as --zone America/New_York or --zone UTC.")
      }
      if moments.local > 0, moments.withTime > 0, names[place].isOfUTC {
        return plan.questions.append(
          "'\(column.name)' is named after UTC; which zone's clock did the patients see? --zone names it, such as"
            + " --zone America/New_York or --zone UTC.")
      }
      if moments.offsets > 0, moments.local > 0 {
        return plan.questions.append(
          "'\(column.name)' mixes times with an offset (\(moments.offsets)) and without"
            + " (\(moments.local)); --zone names the zone of those without.")
      }
      if moments.offsets > 0 {
        return plan.assumptions.append(
          "Local times are kept as written, whatever their offset (--zone converts them to one zone)."
        )
      }
    }
  }
}

extension ReadingPlan {
  /// Decides the format of the times of a column, and asks if two formats parse equally many.
  mutating func decideFormat(of column: ColumnProfile, _ form: inout TableForm) {
    let formats = column.moments.formats(of: column.present)
    guard let format = formats.first, form.times != format else { return }
    let moments = column.moments
    if format != .automatic, moments.onlyDayFirst > 0, moments.onlyMonthFirst > 0 {
      return questions.append(
        "'\(column.name)' mixes day-month order (\(moments.onlyDayFirst) rows) with month-day order"
          + " (\(moments.onlyMonthFirst)); --time-format dmy or mdy rejects the others.")
    }
    if formats.contains(.dayFirst), formats.contains(.monthFirst), format != .automatic {
      return questions.append(
        "Is '\(moments.orderExample ?? "")' in '\(column.name)' day and month, or month and day?"
          + " --time-format dmy or --time-format mdy decides.")
    }
    if format == .automatic { return }
    if moments.twoDigitDates.mayBeginWithYear {
      return questions.append(
        "Is '\(moments.twoDigitDates.example ?? "")' in '\(column.name)' year, month and day? --time-format"
          + " %y-%m-%d reads it so, --time-format dmy or mdy otherwise.")
    }
    if form.times != .automatic, form.times != format {
      return questions.append(
        "'\(column.name)' is written as \(format), and another column as \(form.times);"
          + " --time-format names one format for both.")
    }
    form.times = format
    assumptions.append(
      "'\(column.example ?? "")' in '\(column.name)' is \(format.sentence)"
        + " (--time-format decides otherwise).")
  }
}

extension MomentFormat {
  /// The description of the format.
  fileprivate var sentence: String {
    switch self {
    case .automatic: "year, month and day"
    case .dayFirst: "day, month and year, as other rows show"
    case .monthFirst: "month, day and year, as other rows show"
    case .seconds: "seconds since 1970"
    case .milliseconds: "milliseconds since 1970"
    case .excel: "a day number of spreadsheets"
    case .pattern(let pattern): "a time as \(pattern)"
    }
  }
}
