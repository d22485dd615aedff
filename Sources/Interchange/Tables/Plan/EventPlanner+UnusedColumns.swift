import Diagnostics
import Scheduling

// Columns without a role that may have the status of a dose.
extension EventPlanner {
  /// Asks about each such column, unless every row was declared to be a dose.
  mutating func askAboutUnusedColumns() {
    askAboutRetractions()
    if ignoresStatus { return }
    for place in free where profile.columns[place].isHalvesOfDays { askForHalves(place) }
    if columns.layout?.hasCells == true { return }
    for place in profile.columns.indices
    where plan.roles[place] != "status" && !profile.columns[place].mixedWords.isEmpty {
      askForMixedWords(place)
    }
    if isOfPlannedTimesAlone { askForActualTimes() }
    if let status = foundStatus { return askForOthersLike(status) }
    if columns.status == nil { askForOutcomes() }
  }

  /// The status column, if it was detected.
  private var foundStatus: Int? {
    wasStatusNamed ? nil : columns.status.flatMap { index.names.firstIndex(of: $0) }
  }

  private mutating func askForOutcomes() {
    let numbers = free.filter {
      names[$0].isNegative && profile.columns[$0].isNumeric && !isFlag(profile.columns[$0])
    }
    let isCounted = columns.layout == .counts
    if !isCounted, let place = numbers.first {
      plan.questions.append(
        "'\(index.name(of: place))' counts missed doses, but a report needs the doses taken:"
          + " a row for each dose, or a column of their number (--value names it, --layout counts)."
      )
      return
    }
    let open = free.filter { !(isCounted && names[$0].isNegative && profile.columns[$0].isNumeric) }
    guard let place = open.first(where: mayBeOfOutcomes) else { return }
    if columns.hasDatesAlone, let other = free.first(where: { isLike(place, $0) }) {
      return askForSlots(place, other)
    }
    let words = InputError.list(profile.columns[place].distinct.keys.sorted())
    let name = index.name(of: place).quoted
    plan.questions.append(
      "Does '\(index.name(of: place))' (\(words)) say whether a dose was taken? --status \(name) uses it,"
        + eventOption(place) + " --status none reads every row as a dose.")
  }

  /// Returns whether two columns with similar names have the same words of outcomes.
  private func isLike(_ place: Int, _ other: Int) -> Bool {
    let (words, others) = (profile.columns[place].distinct, profile.columns[other].distinct)
    return place != other && names[place].isSibling(of: names[other]) && mayBeOfOutcomes(other)
      && Set(words.keys) == Set(others.keys)
  }

  private mutating func askForSlots(_ place: Int, _ other: Int) {
    let (first, second) = (index.name(of: place), index.name(of: other))
    plan.questions.append(
      "'\(first)' and '\(second)' may each be the status of a dose of the day: --slots"
        + " \("\(first)=08:00,\(second)=20:00".quoted) gives them times, --status \(first.quoted) uses only one."
    )
  }

  /// Returns whether a column has the words or name of a status, and varying values.
  private func mayBeOfOutcomes(_ place: Int) -> Bool {
    let column = profile.columns[place]
    let isVaried = column.distinct.count > 1 || column.distinct.count == 1 && column.absent > 0
    guard !column.hasMoreDistinct, isVaried, !column.isMoment, !column.isClock else { return false }
    if column.isNumeric { return isOfCodes(place) }
    let isFew = column.distinct.count <= 12
    return isFew && names[place].isOfOutcomes || hasTakenAndMissed(column)
      || column.distinct.keys.contains { text in
        StatusWords.meansNotTaken(text)
          || isFew && text.utf8.count > 1 && StatusWords().status(of: text) != nil
      }
  }

  /// Returns whether all words of a column are status words, both of taken and of missed doses.
  func hasTakenAndMissed(_ column: ColumnProfile) -> Bool {
    let meanings = Set(column.distinct.keys.compactMap { StatusWords().status(of: $0) })
    return isFlag(column) && meanings.contains(.done)
      && !meanings.isDisjoint(with: [.missed, .skipped, .declined])
  }

  /// Returns whether the numbers of a column are codes: 0, 1 and codes for unknown, or a few
  /// numbers under a name of codes, or 0 and an amount under a name of doses.
  private func isOfCodes(_ place: Int) -> Bool {
    let column = profile.columns[place]
    let isNamed = names[place].isOfCodes && column.distinct.count <= 6
    let isAmount = column.isZeroOrAmount && names[place].isOfDoses && columns.value == nil
    return isNamed || column.isOfCodes || isAmount || hasTakenAndMissed(column)
  }

  /// Asks if other columns resemble the status, as with several doses per day.
  private mutating func askForOthersLike(_ status: Int) {
    let column = profile.columns[status]
    let others = free.filter { place in
      isFlag(profile.columns[place])
        && !Set(names[place].words).isDisjoint(with: names[status].words)
        && !Set(profile.columns[place].distinct.keys).isDisjoint(with: column.distinct.keys)
    }
    if let other = others.first { askForSlots(status, other) }
  }
}

// Excluded rows, and times that are not those of doses.
extension EventPlanner {
  /// Warns about columns that may exclude rows.
  private mutating func askAboutRetractions() {
    for place in free where names[place].isOfRetractions {
      let column = profile.columns[place]
      let marks = column.distinct.filter { StatusWords().status(of: $0.key) != .missed }
      guard !column.hasMoreDistinct, column.distinct.count < 12, !marks.isEmpty else { continue }
      plan.problems.append(
        InputError(
          .against(.retractedRows(marks.values.reduce(0, +)), text: ""),
          field: index.name(of: place)))
    }
  }

  private mutating func askForHalves(_ place: Int) {
    plan.questions.append(
      "'\(index.name(of: place))' has AM and PM; append them to the times, as in 8:05 pm."
    )
  }

  private mutating func askForMixedWords(_ place: Int) {
    let words = InputError.list(profile.columns[place].mixedWords.sorted())
    plan.questions.append(
      "'\(index.name(of: place))' has times and words such as \(words); move the words to a column of their own,"
        + " which --status names.")
  }

  /// Whether the only times are planned ones, and no column has a status.
  private var isOfPlannedTimesAlone: Bool {
    guard !wasTimeNamed, columns.status == nil, columns.value == nil, let time = columns.time,
      let place = index.names.firstIndex(of: time)
    else { return false }
    return names[place].isPlanned
  }

  private mutating func askForActualTimes() {
    let name = columns.time ?? ""
    plan.questions.append(
      "'\(name)' has planned times; which column has the times or the status of doses? --time names"
        + " the former, --status the latter; --time \(name.quoted) reads every row as a dose.")
  }
}

// Numbers in the cells of days and times of day.
extension EventPlanner {
  /// Asks if numbers above 1 are amounts, numbers of doses or codes, and warns about empty numbers
  /// of doses.
  mutating func checkCells() {
    if columns.layout == .counts { return warnOfEmptyCounts() }
    guard columns.layout?.hasCells == true else { return warnOfEmptyValues() }
    let places = plan.roles.filter { $0.value == "day" || $0.value == "time of day" }.keys.sorted()
    let texts = Set(places.flatMap { profile.columns[$0].distinct.keys })
    let numbers = texts.filter { columns.statusWords.ownStatus(of: $0) == nil }.compactMap {
      Double($0)
    }
    let isOfDays = columns.layout == .days
    if isOfDays, wasLayoutNamed { return }
    let hasCodes =
      numbers.contains { $0 > 1 && (!isOfDays || $0 > 6) || $0 < 0 || $0 != $0.rounded() }
      || isOfDays && numbers.contains { $0 > 1 } && !numbers.contains(0)
    guard hasCodes, let example = numbers.max() else { return }
    plan.questions.append(
      "'\(index.name(of: places[0]))' and the like have numbers such as \(example.words): codes, or how much was taken?"
        + " --status-words \("\(example.words)=done".quoted) or \("\(example.words)=missed".quoted) gives each a"
        + " meaning" + (isOfDays ? ", --layout days reads them as numbers of doses." : "."))
  }

  /// Warns about rows without an amount, which count as doses taken.
  private mutating func warnOfEmptyValues() {
    guard columns.status == nil, columns.event == nil, columns.statusWords.status(of: "") == nil,
      let value = columns.value, let place = index.names.firstIndex(of: value),
      let time = columns.time.flatMap({ try? index.places(of: $0, as: "").first })
    else { return }
    let empty = profile.columns[place].absent - profile.columns[time].absent
    guard empty > 0 else { return }
    plan.problems.append(InputError(.against(.emptyValues(empty), text: ""), field: value))
  }

  private mutating func warnOfEmptyCounts() {
    guard let value = columns.value, let place = index.names.firstIndex(of: value),
      profile.columns[place].absent > 0, columns.statusWords.status(of: "") == nil
    else { return }
    plan.problems.append(
      InputError(.against(.emptyCells(profile.columns[place].absent), text: ""), field: value))
  }
}

extension ColumnProfile {
  /// Whether all values are 0, 1 and codes for unknown, such as -9 and 99.
  fileprivate var isOfCodes: Bool {
    let numbers = distinct.keys.compactMap { Double($0) }
    let others = numbers.filter { $0 != 0 && $0 != 1 }
    return numbers.count == distinct.count && others.count + 2 == numbers.count
      && others.allSatisfy { $0 < 0 || [7, 8, 9, 77, 88, 99, 777, 888, 999].contains($0) }
  }

  /// Whether all values are `AM` or `PM`.
  fileprivate var isHalvesOfDays: Bool {
    present > 0 && !hasMoreDistinct
      && distinct.keys.allSatisfy {
        ["am", "pm"].contains($0.lowercased().filter { $0 != "." && $0 != " " })
      }
  }
}

extension InputError.Rule {
  fileprivate static func retractedRows(_ count: Int) -> Self {
    Self(
      "retractedRows",
      "marks \(count.counting("row")) that may be excluded, and are used like all others (remove them or the column)",
      keepsRecord: true)
  }
}
