package import Diagnostics
import ScheduleFormats
import Scheduling

/// A planner that derives the reading plan of a table of claims from its profile, like
/// ``EventPlanner`` for events.
struct ClaimPlanner: TablePlanner {
  let profile: TableProfile
  let names: [ColumnName]
  let index: ColumnIndex
  var plan = ReadingPlan()
  var columns: ClaimColumns
  /// Whether every row is a fill, regardless of its status.
  private(set) var ignoresStatus = false
  /// Whether the status column was named.
  let isStatusNamed: Bool

  init(_ profile: TableProfile, _ columns: ClaimColumns) {
    self.profile = profile
    names = profile.columns.map { ColumnName($0.name) }
    index = ColumnIndex(
      source: profile.source, names: profile.columns.map(\.name), hasNumbers: true)
    self.columns = columns
    isStatusNamed = columns.type != nil
    if columns.type == "none", !index.names.contains("none") {
      (self.columns.type, ignoresStatus) = (nil, true)
    }
  }

  /// Returns whether a table looks like one of claims: it has the duration of a supply.
  static func fits(_ profile: TableProfile) -> Bool {
    let planner = ClaimPlanner(profile, ClaimColumns())
    func has(_ role: ColumnRole, _ fits: (ColumnProfile) -> Bool, below rank: Int = 400) -> Bool {
      planner.candidates(role, where: fits).contains {
        (planner.names[$0].rank(as: role) ?? 500) < rank
      }
    }
    // Days of supply identify claims, even if the date format is unknown.
    guard profile.columns.contains(where: \.isMoment) else {
      return has(.days, \.isAmount, below: 10)
    }
    // A next due date is that of a refill, not of a dose.
    if planner.hasNextFill, !profile.columns.contains(where: \.hasTimes) { return true }
    let isNamedFill = planner.candidates(.fillDate, where: \.isMoment).contains {
      (planner.names[$0].rank(as: .fillDate) ?? 0) < 23
    }
    return has(.days, \.isAmount) || (has(.quantity, \.isAmount) && has(.dailyDose, \.isAmount))
      || isNamedFill
      || (has(.endDate, \.isMoment) && has(.fillDate, \.isMoment) && has(.quantity, \.isAmount))
  }

  /// Whether a column has the days on which the next supplies are due.
  private var hasNextFill: Bool {
    free.contains { names[$0].isOfNextFill && profile.columns[$0].isMoment }
  }

  /// Returns the plan.
  ///
  /// - Throws: `InputError` if a named column does not exist.
  mutating func make() throws(InputError) -> ReadingPlan {
    plan.shape = .claims
    try takeNamed()
    findSupply()
    decideUnit()
    findDate()
    findStatus()
    findDrugs()
    findOthers()
    findPatient()
    askForStatus()
    decideTimes()
    let numbers = [columns.days, columns.quantity, columns.dose].compactMap { column in
      column.flatMap { try? index.place(of: $0, as: "") }
    }
    if columns.form.hasDecimalComma == nil, !numbers.isEmpty {
      plan.decideDecimals(numbers, of: profile, &columns.form)
    }
    plan.claims = columns
    return plan
  }

  private mutating func takeNamed() throws(InputError) {
    let named: [(String?, String, String)] = [
      (columns.patient, "patient", "patient"), (columns.date, "date", "date"),
      (columns.endDate, "end-date", "last day covered"), (columns.quantity, "quantity", "quantity"),
      (columns.drug, "drug", "drug"), (columns.drugClass, "class", "class"),
      (columns.type, "type", "status"),
      (columns.observedFrom, "observed-from", "first day observed"),
      (columns.observedTo, "observed-to", "last day observed"),
      (columns.endCause, "end-cause", "end cause"),
    ]
    for (column, parameter, role) in named {
      guard let column else { continue }
      plan.roles[try index.place(of: column, as: parameter)] = role
    }
    // A number instead of a column applies to all fills.
    for (column, role) in [(columns.days, "days"), (columns.dose, "amount a day")] {
      guard let column, let place = index.names.firstIndex(of: column) else { continue }
      plan.roles[place] = role
    }
  }

  /// Finds the duration of a supply: days, a quantity and the daily amount, or the last day.
  private mutating func findSupply() {
    // An explicitly named supply is not changed.
    if columns.endDate != nil || columns.quantity != nil && columns.dose != nil { return }
    if columns.days == nil {
      columns.days = take(
        ifAny: candidates(.days, where: \.isAmount).first(where: isOfDays), as: "days")
    }
    if columns.dose == nil {
      columns.dose = take(
        ifAny: candidates(.dailyDose, where: \.isAmount).first, as: "amount a day")
    }
    if columns.quantity == nil {
      columns.quantity = take(ifAny: candidates(.quantity, where: \.isAmount).first, as: "quantity")
    }
    guard columns.days == nil, columns.quantity == nil || columns.dose == nil else {
      return askForPacks()
    }
    if columns.endDate == nil {
      columns.endDate = take(
        ifAny: candidates(.endDate, where: \.isMoment).first, as: "last day covered")
    }
    guard columns.endDate == nil else { return }
    if let place = candidates(.days, where: \.isAmount).first { return askForDays(place) }
    plan.questions.append(
      columns.quantity == nil
        ? "No column says how long a supply lasts: --days names one, or the days of every fill such as"
          + " --days 30; --end-date names that of the last day"
          + (hasNextFill ? ", which is the day before the next supply is due." : ".")
        : "'\(columns.quantity ?? "")' is how much was dispensed; --dose names the column of how much is taken"
          + " a day, or the amount itself such as --dose 2.")
  }

  /// Asks if small quantities may be numbers of packs, because a column has the size of these.
  private mutating func askForPacks() {
    guard columns.days == nil, let quantity = columns.quantity,
      let supply = index.names.firstIndex(of: quantity), !profile.columns[supply].hasMoreDistinct,
      let place = free.first(where: { names[$0].isOfPackSize && profile.columns[$0].hasCounts })
    else { return }
    let most = profile.columns[supply].greatest
    guard most <= 10, most < profile.columns[place].greatest else { return }
    plan.questions.append(
      "Is '\(quantity)' a number of packs of '\(index.name(of: place))'? --quantity names the column of the units"
        + " dispensed, together with --dose.")
  }

  /// Returns whether a column of durations has days or weeks, by its name and some cells.
  private func isOfDays(_ place: Int) -> Bool {
    let numbers = profile.columns[place].numbers
    if SupplyUnit(column: index.names[place]) == .other, numbers.withUnit == 0 { return false }
    return numbers.count > 0 || numbers.units.contains { SupplyUnit($0)?.days != nil }
  }

  private mutating func askForDays(_ place: Int) {
    plan.roles[place] = "duration"
    let example = profile.columns[place].example ?? ""
    plan.questions.append(
      "'\(index.name(of: place))' has durations such as '\(example)' in a unit other than days, and days are needed:"
        + " --days names a column of days, or the days of every fill such as --days 30; or add a column of days to"
        + " the table.")
  }

  /// Asks if a named column is in months, and reports weeks as an assumption.
  private mutating func decideUnit() {
    guard let name = columns.days, let place = index.names.firstIndex(of: name) else { return }
    guard isOfDays(place) || !profile.columns[place].isAmount else { return askForDays(place) }
    let units = profile.columns[place].numbers.units.compactMap { SupplyUnit($0) }
    guard SupplyUnit(column: name) == .weeks || units.contains(.weeks) else { return }
    plan.assumptions.append("Weeks in '\(name)' are of 7 days each (--days names another column).")
  }

  private mutating func findDate() {
    guard columns.date == nil else { return }
    let named = candidates(.fillDate, where: \.isMoment)
    let dates = free.filter { profile.columns[$0].isMoment && !names[$0].isUnrelated }
    if let place = named.first ?? (dates.count == 1 ? dates[0] : nil) {
      return columns.date = take(place, as: "date")
    }
    plan.questions.append(
      dates.isEmpty
        ? "No column has dates; --date names the column of the day of dispensing, and --time-format its format"
          + " (such as '%m%d%Y' for 01312024, or excel)."
        : "Which column is the day of dispensing: \(InputError.list(dates.map(index.name)))? Name it by"
          + " --date.")
  }

  private mutating func findPatient() {
    if columns.patient != nil || columns.patientID != nil { return }
    let named = candidates(.patient) { !$0.isMoment }
    if let place = named.first(where: { !profile.columns[$0].isUnique || names[$0].isSurelyPatient }
    ) {
      return columns.patient = take(place, as: "patient")
    }
    let others = free.filter { place in
      let column = profile.columns[place]
      return column.isRepeated && !column.isMoment && column.numbers.decimalPoints == 0
    }
    if !profile.hasHeader, others.count == 1 {
      return columns.patient = take(others[0], as: "patient")
    }
    columns.patientID = onePerson(unlessOneOf: others)
  }

  private mutating func findOthers() {
    if columns.observedFrom == nil {
      columns.observedFrom = take(
        ifAny: candidates(.observedFrom, where: \.isMoment).first, as: "first day observed")
    }
    if columns.observedTo == nil {
      columns.observedTo = take(
        ifAny: candidates(.observedTo, where: \.isMoment).first, as: "last day observed")
    }
    if columns.endCause == nil {
      columns.endCause = take(ifAny: candidates(.endCause).first, as: "end cause")
    }
  }

  private mutating func decideTimes() {
    guard columns.form.times == .automatic else { return }
    for name in [columns.date, columns.endDate, columns.observedFrom, columns.observedTo] {
      guard let name, let place = try? index.place(of: name, as: "") else { continue }
      plan.decideFormat(of: profile.columns[place], &columns.form)
    }
  }
}

extension ReadingPlan {
  /// Creates the plan of a table of claims, some of whose columns are named.
  ///
  /// - Throws: `InputError` if a named column does not exist.
  package init(_ profile: TableProfile, _ columns: ClaimColumns) throws(InputError) {
    var planner = ClaimPlanner(profile, columns)
    self = try planner.make()
  }
}
