import Diagnostics
import ScheduleFormats
import Scheduling

// The status of a dose.
extension EventPlanner {
  mutating func findStatus() {
    if ignoresStatus { return }
    if columns.layout?.hasCells == true { return askForWordsOfCells() }
    if let named = columns.status {
      guard let place = try? index.place(of: named, as: "status") else { return }
      invert([place])
      return askForWords([place])
    }
    let missed = free.filter {
      names[$0].isNegative && isFlag(profile.columns[$0]) && !countsMissed($0)
    }
    let possible = candidates(.status).filter { isLikeStatus($0) } + missed
    if let place = possible.first {
      columns.status = take(place, as: "status")
      invert([place])
      return askForWords([place])
    }
    findUnnamedStatus()
  }

  /// Returns whether a column counts missed doses beside one that counts others.
  func countsMissed(_ place: Int) -> Bool {
    profile.columns[place].isNumeric && names[place].isNegative
      && free.contains { other in
        let column = profile.columns[other]
        return column.isNumeric && column.hasCounts && !names[other].isNegative
          && !Set(names[other].words).isDisjoint(with: names[place].words)
      }
  }

  /// Returns whether a column named like a status has status words, or few distinct values.
  private func isLikeStatus(_ place: Int) -> Bool {
    let column = profile.columns[place]
    guard !column.hasMoreDistinct, !column.isMoment, !column.isClock else { return false }
    let known = column.distinct.keys.filter { columns.statusWords.status(of: $0) != nil }
    // Numbers other than 0 and 1 in a column that may be an amount are amounts.
    let unknown = column.distinct.keys.filter { columns.statusWords.status(of: $0) == nil }
    if names[place].rank(as: .value) != nil, unknown.contains(where: { Double($0) != nil }) {
      return false
    }
    return !known.isEmpty || column.distinct.count <= 6
  }

  /// Finds a status column by its words, without the name of a status.
  private mutating func findUnnamedStatus() {
    let flags = free.filter { place in
      let column = profile.columns[place]
      // Ones and zeros of an amount are read as amounts.
      return hasTakenAndMissed(column)
        && !(column.isNumeric && names[place].rank(as: .value) != nil)
    }
    let ofDoses = flags.filter { place in
      profile.columns[place].distinct.keys.contains { StatusWords.isOfDoses($0) }
    }
    if ofDoses.count == 1 {
      columns.status = take(ofDoses[0], as: "status")
      return
    }
  }

  /// Inverts yes and no if the names of the columns are about missed doses.
  private mutating func invert(_ places: [Int]) {
    guard let first = places.first, places.allSatisfy({ names[$0].isNegative }),
      columns.statusWords.isEmpty
    else { return }
    var words = StatusWords()
    let texts = Set(places.flatMap { profile.columns[$0].distinct.keys })
    for word in texts.sorted() where !StatusWords.isOfDoses(word) {
      switch StatusWords().status(of: word) {
      case .done: words.set(word, .missed)
      case .missed: words.set(word, .done)
      default: break
      }
    }
    guard !words.isEmpty else { return }
    columns.statusWords = words
    plan.assumptions.append(
      "'\(index.name(of: first))' says that a dose was missed: \(words) (--status-words decides"
        + " otherwise).")
  }

  /// Asks for the meaning of unknown words, and reports words that are not doses.
  private mutating func askForWords(_ places: [Int]) {
    var counts: [String: Int] = [:]
    for place in places {
      let column = profile.columns[place]
      if column.hasMoreDistinct {
        return plan.questions.append(
          "'\(index.name(of: place))' has more than \(ColumnProfile.distinctLimit) distinct words, so it"
            + " is not a status; --status names the status column, or none."
        )
      }
      counts.merge(column.distinct, uniquingKeysWith: +)
    }
    let hasClocks = places.contains { profile.columns[$0].moments.clocks > 0 }
    let unknown = counts.keys.filter { isUnknown($0, besideClocks: hasClocks) }.sorted()
    if !unknown.isEmpty {
      plan.questions.append(
        "'\(index.name(of: places[0]))' has \(InputError.list(unknown)): was the dose taken? --status-words gives each"
          + " word one of done, missed, skipped, declined, ignored, as in --status-words"
          + " \("\(unknown[0])=missed".quoted).")
    }
    report(counts)
  }

  /// Returns whether a word has no meaning; an `x` beside clock times may mean either.
  private func isUnknown(_ word: String, besideClocks: Bool) -> Bool {
    if columns.statusWords.ownStatus(of: word) != nil { return false }
    if besideClocks, CivilTime(written: word) != nil { return false }
    return besideClocks && word.lowercased() == "x" || columns.statusWords.status(of: word) == nil
  }

  private mutating func report(_ counts: [String: Int]) {
    for status in [RowStatus.missed, .skipped, .declined, .ignored] {
      let words = counts.filter { columns.statusWords.status(of: $0.key) == status }
      guard !words.isEmpty else { continue }
      let count = words.values.reduce(0, +)
      let what =
        status == .ignored
        ? "\(count.counting("row")) not used" : "\(count.counting("dose")) not taken"
      plan.assumptions.append(
        "\(what) (\(InputError.list(words.keys.sorted())):"
          + " \(status.rawValue)).")
    }
  }

  /// Asks for the meaning of words in the cells of days or times of day.
  private mutating func askForWordsOfCells() {
    let places = plan.roles.filter { $0.value == "day" || $0.value == "time of day" }.keys.sorted()
    invert(places)
    let flags = places.filter { place in
      let column = profile.columns[place]
      return !column.isNumeric && !column.isClock && !column.isMoment && column.present > 0
    }
    if !flags.isEmpty { askForWords(flags) }
    let zeros = places.map { profile.columns[$0].numbers.zero }.reduce(0, +)
    if zeros > 0 { plan.assumptions.append("\(zeros.counting("dose")) not taken (cells with 0).") }
    if columns.statusWords.status(of: "") == nil { readEmptyCells(places) }
  }

  /// Interprets empty cells of times of day as missed doses, if no other cells are missed doses.
  private mutating func readEmptyCells(_ places: [Int]) {
    let empty = places.map { profile.columns[$0].absent }.reduce(0, +)
    if places.contains(where: denies) || columns.layout == .days { return warnOfEmptyCells(places) }
    guard empty > 0 else { return }
    columns.statusWords.set("", .missed)
    plan.assumptions.append(
      "\(empty.counting("dose")) not taken (empty cells; --status-words '=ignored' ignores them)."
    )
  }

  /// Warns about empty cells beside cells of missed doses.
  private mutating func warnOfEmptyCells(_ places: [Int]) {
    for place in places where profile.columns[place].absent > 0 && denies(place) {
      plan.problems.append(
        InputError(
          .against(.emptyCells(profile.columns[place].absent), text: ""),
          field: index.name(of: place)))
    }
  }

  /// Returns whether some cells of a column are missed doses.
  private func denies(_ place: Int) -> Bool {
    let column = profile.columns[place]
    return column.numbers.zero > 0
      || column.distinct.keys.contains {
        [.missed, .skipped, .declined].contains(columns.statusWords.status(of: $0))
      }
  }
}

extension String {
  /// The text in shell quotes, even if it needs none, to set it apart from the surrounding
  /// sentence.
  var quoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}

// Tables with a column per day or time of day.
extension EventPlanner {
  /// Detects the layout by the names of the columns.
  mutating func findLayout() {
    if columns.layout == .days { takeDays() }
    guard columns.layout == nil else { return }
    if columns.time == nil, dayColumns.count >= 3 {
      columns.layout = .days
      return takeDays()
    }
    // A time of day without any dose taken has only empty cells.
    let slots = names.indices.filter { plan.roles[$0] == nil && !profile.columns[$0].isMoment }
      .compactMap { place in DaySlot(profile.columns[place].name).map { (place, $0) } }
    let dates = names.indices.filter { index.names[$0] == columns.time }
    let hasDates = (columns.time == nil ? free : dates).contains {
      profile.columns[$0].isMoment && !profile.columns[$0].hasTimes
    }
    let alike = DaySlot.ofOneMeaning(slots)
    if alike.count >= 2, hasDates { return takeSlots(alike) }
    if free.count(where: { names[$0].isWeekday }) >= 3 {
      return reject(
        "Its columns are days of the week; reshape it to a row for each day with a column of dates."
      )
    }
    if columns.time == nil, free.count(where: { names[$0].isStudyDay }) >= 3 {
      reject(
        "Its columns are days of a study without dates; reshape it to a row for each day with a column of"
          + " dates, or name the columns by dates such as 2025-03-03.")
    }
  }

  /// Rejects the table with a description of its actual shape.
  mutating func reject(_ sentence: String) {
    if plan.shape == .events { plan.shape = .other(sentence) }
  }

  /// Detects whether a row is a day with a number of doses.
  mutating func findCounts(_ times: [Int]) {
    guard columns.layout == nil, columns.hasDatesAlone, let value = columns.value,
      let place = try? index.place(of: value, as: "value")
    else { return }
    let column = profile.columns[place]
    guard column.hasCounts, column.isNumeric || column.countsForms, !column.hasMoreDistinct
    else { return }
    let most = column.greatest
    let isOfWeeks = times.first.map { names[$0].isOfWeeks } ?? false
    guard names[place].isOfCounts, most <= 8, !isOfWeeks else {
      return plan.questions.append(
        "'\(value)' has numbers such as \(column.countExample) beside dates without a time: doses of that day"
          + " (--layout counts) or the amount of one dose (--layout rows)?"
          + (most > 8 || isOfWeeks ? " Doses of a week need a row for each day." : ""))
    }
    columns.layout = .counts
    plan.assumptions.append(
      "Each row is a day, and '\(value)' is the number of doses taken (--layout rows reads one dose a row)."
    )
  }

  /// The columns whose names are dates.
  private var dayColumns: [Int] {
    guard profile.hasHeader else { return [] }
    return profile.columns.indices.filter { place in
      HeaderSearch.isDay(profile.columns[place].name)
    }
  }

  private mutating func takeDays() {
    for place in dayColumns { plan.roles[place] = "day" }
    let days = dayColumns.map { profile.columns[$0].name.ofDay }
    let header = ColumnProfile(name: "the header", days)
    if columns.form.times == .automatic { plan.decideFormat(of: header, &columns.form) }
    let counts = dayColumns.contains {
      profile.columns[$0].isNumeric && profile.columns[$0].hasCounts
    }
    plan.assumptions.append(
      "Each column with a date as its name is a day of the row's patient"
        + (counts ? ", and a number above 1 is as many doses of that day." : "."))
  }

  private mutating func takeSlots(_ slots: [(Int, DaySlot)]) {
    var list: [EventLayout.Slot] = []
    for (place, slot) in slots {
      list.append(EventLayout.Slot(take(place, as: "time of day"), at: slot.time))
    }
    columns.layout = .slots(list)
    let flags = zip(slots, list).filter { !profile.columns[$0.0.0].isClock }
    guard !flags.isEmpty else { return }
    let times = flags.map { "\($0.1.column)=\($0.1.time)" }.joined(separator: ",")
    plan.assumptions.append(
      "Cells without a clock time are at \(times) (--slots decides otherwise).")
  }
}

extension ColumnName {
  /// Whether the name is the number of a day, such as `Day 3`.
  fileprivate var isStudyDay: Bool {
    guard let first = words.first else { return false }
    let digits = folded.drop { $0.isLetter }
    return ["day", "d", "tag", "jour", "j", "dia"].contains(first.prefix { $0.isLetter })
      && !digits.isEmpty && digits.allSatisfy(\.isNumber)
  }
}
