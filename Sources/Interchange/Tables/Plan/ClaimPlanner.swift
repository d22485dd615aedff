package import Scheduling

/// Makes the plan of reading a table of claims from its profile, as ``EventPlanner`` does of events.
struct ClaimPlanner: TablePlanner {
  let profile: TableProfile
  let names: [ColumnName]
  let index: ColumnIndex
  var plan = ReadingPlan()
  var columns: ClaimColumns

  init(_ profile: TableProfile, _ columns: ClaimColumns) {
    self.profile = profile
    names = profile.columns.map { ColumnName($0.name) }
    index = ColumnIndex(
      source: profile.source, names: profile.columns.map(\.name), hasNumbers: true)
    self.columns = columns
  }

  /// Whether a table looks like one of claims: a supply that lasts for some days.
  static func fits(_ profile: TableProfile) -> Bool {
    let planner = ClaimPlanner(profile, ClaimColumns())
    func has(_ role: ColumnRole, _ fits: (ColumnProfile) -> Bool, below rank: Int = 400) -> Bool {
      planner.candidates(role, where: fits).contains {
        (planner.names[$0].rank(as: role) ?? 500) < rank
      }
    }
    guard profile.columns.contains(where: \.isMoment) else { return false }
    let isNamedFill = planner.candidates(.fillDate, where: \.isMoment).contains {
      (planner.names[$0].rank(as: .fillDate) ?? 0) < 23
    }
    return has(.days, \.isAmount) || (has(.quantity, \.isAmount) && has(.dailyDose, \.isAmount))
      || isNamedFill
      || (has(.endDate, \.isMoment) && has(.fillDate, \.isMoment) && has(.quantity, \.isAmount))
  }

  /// Makes the plan.
  ///
  /// - Throws: `InputError` where a named column is not there.
  mutating func make() throws(InputError) -> ReadingPlan {
    plan.shape = .claims
    try takeNamed()
    findSupply()
    findDate()
    findOthers()
    findPatient()
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
      (columns.drugClass, "class", "class"), (columns.type, "type", "status"),
      (columns.observedFrom, "observed-from", "first day observed"),
      (columns.observedTo, "observed-to", "last day observed"),
      (columns.endCause, "end-cause", "end cause"),
    ]
    for (column, parameter, role) in named {
      guard let column else { continue }
      plan.roles[try index.place(of: column, as: parameter)] = role
    }
    // A number in place of a column is that of all fills.
    for (column, role) in [(columns.days, "days"), (columns.dose, "amount a day")] {
      guard let column, let place = index.names.firstIndex(of: column) else { continue }
      plan.roles[place] = role
    }
  }

  /// Finds how long a supply lasts: days, a quantity and the amount a day, or the last day.
  private mutating func findSupply() {
    // A supply that is named stays as it is named.
    if columns.endDate != nil || columns.quantity != nil && columns.dose != nil { return }
    if columns.days == nil {
      columns.days = take(ifAny: candidates(.days, where: \.isAmount).first, as: "days")
    }
    if columns.dose == nil {
      columns.dose = take(
        ifAny: candidates(.dailyDose, where: \.isAmount).first, as: "amount a day")
    }
    if columns.quantity == nil {
      columns.quantity = take(ifAny: candidates(.quantity, where: \.isAmount).first, as: "quantity")
    }
    guard columns.days == nil, columns.quantity == nil || columns.dose == nil else { return }
    if columns.endDate == nil {
      columns.endDate = take(
        ifAny: candidates(.endDate, where: \.isMoment).first, as: "last day covered")
    }
    guard columns.endDate == nil else { return }
    plan.questions.append(
      columns.quantity == nil
        ? "No column says how long a supply lasts: --days names one, or the days of every fill such as"
          + " --days 30; --end-date names that of the last day."
        : "'\(columns.quantity ?? "")' is how much was dispensed; --dose names the column of how much is taken"
          + " a day, or the amount itself such as --dose 2.")
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
        ? "No column has dates; --date names that of the day of dispensing."
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
    if columns.type == nil {
      let isOfWords = { (column: ColumnProfile) in
        !column.hasMoreDistinct
          && column.distinct.keys.contains { ClaimWords(column: "").status($0) == .reversal }
      }
      columns.type = take(ifAny: candidates(.claimType, where: isOfWords).first, as: "status")
    }
    if columns.drugClass == nil {
      columns.drugClass = take(
        ifAny: candidates(.drugClass, where: { !$0.hasMoreDistinct && !$0.isMoment }).first,
        as: "class")
    }
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
  /// Makes the plan of a table of claims, some of whose columns are named.
  ///
  /// - Throws: `InputError` where a named column is not there.
  package init(_ profile: TableProfile, _ columns: ClaimColumns) throws(InputError) {
    var planner = ClaimPlanner(profile, columns)
    self = try planner.make()
  }
}
