import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A planner that derives the reading plan of a table of events from its profile.
///
/// Named columns are not changed; the others are detected by the names of ``ColumnRole`` and by
/// their values. Ambiguities become questions.
struct EventPlanner: TablePlanner {
  let profile: TableProfile
  let names: [ColumnName]
  let index: ColumnIndex
  var plan = ReadingPlan()
  var columns: EventColumns
  /// Whether a zone was given.
  let isZoned: Bool
  /// Whether every row is a dose, regardless of its status.
  private(set) var ignoresStatus = false
  /// Whether these columns were named rather than detected.
  let wasStatusNamed: Bool
  let wasTimeNamed: Bool
  let wasLayoutNamed: Bool

  /// Creates a planner for a table, some of whose columns are named.
  init(_ profile: TableProfile, _ columns: EventColumns, isZoned: Bool) {
    self.profile = profile
    names = profile.columns.map { ColumnName($0.name) }
    index = ColumnIndex(
      source: profile.source, names: profile.columns.map(\.name), hasNumbers: true)
    self.columns = columns
    self.isZoned = isZoned
    (wasStatusNamed, wasTimeNamed) = (columns.status != nil, columns.time != nil)
    wasLayoutNamed = columns.layout != nil
    if columns.status == "none", !index.names.contains("none") {
      (self.columns.status, ignoresStatus) = (nil, true)
    }
  }

  /// Returns the plan.
  ///
  /// - Throws: `InputError` if a named column does not exist.
  mutating func make() throws(InputError) -> ReadingPlan {
    try takeNamed()
    findObservation()
    findLayout()
    let times = try findTimes()
    if !ignoresStatus { findNamedEvents() }
    findStatus()
    findValue()
    findOthers()
    findPatient()
    decideTimes(times)
    decideDates(times)
    findCounts(times)
    checkCells()
    askAboutUnusedColumns()
    askForMidnights()
    decideClocks(times)
    decideNumbers()
    plan.events = columns
    return plan
  }
}

// Named columns.
extension EventPlanner {
  private mutating func takeNamed() throws(InputError) {
    let named: [(String?, String, String)] = [
      (columns.patient, "patient", "patient"), (columns.time, "time", "time"),
      (columns.planned, "planned", "planned time"), (columns.value, "value", "value"),
      (columns.status, "status", "status"), (columns.zone, "zone-column", "zone"),
      (columns.start, "plan-start-column", "start of the plan"), (columns.group, "group", "group"),
      (columns.observedFrom, "observed-from", "first day observed"),
      (columns.observedTo, "observed-to", "last day observed"),
      (columns.endCause, "end-cause", "end cause"),
      (columns.event, "event", "event that plans can follow"),
    ]
    for (column, parameter, role) in named {
      guard let column else { continue }
      for place in try index.places(of: column, as: parameter) { plan.roles[place] = role }
    }
    try rejectContents(of: columns.task)
    for (column, role) in [
      (columns.task, "task"), (columns.units, "units"), (columns.kind, "kind"),
    ] {
      guard let column, let place = index.names.firstIndex(of: column) else { continue }
      plan.roles[place] = role
    }
    if case .slots(let slots) = columns.layout {
      for slot in slots {
        plan.roles[try index.place(of: slot.column, as: "slots")] = "time of day"
      }
    }
  }
}

// Names that are not column names.
extension EventPlanner {
  /// Rejects a task id that is a value of a column, because it would apply to all rows.
  private func rejectContents(of task: String?) throws(InputError) {
    guard let task, !index.names.contains(task),
      let place = names.indices.first(where: {
        profile.columns[$0].distinct.count > 1 && profile.columns[$0].distinct[task] != nil
      })
    else { return }
    let name = index.name(of: place)
    throw InputError(
      .undecided(
        "'\(task)' is not a column, but a value of '\(name)': --task \(name.quoted) reads the tasks from there,"
          + " and --schedule \("\(task)=…".quoted) plans one."))
  }
}

// Patient, task and other descriptions of a row.
extension EventPlanner {
  mutating func findPatient() {
    if columns.patient != nil || columns.patientID != nil { return }
    let isWide = columns.layout == .days
    // Row numbers may have a name that is used for patients elsewhere.
    let named = candidates(.patient) { !$0.isMoment && !$0.isClock }.filter { place in
      isWide || !profile.columns[place].isUnique || names[place].isSurelyPatient
    }
    if let place = named.first { return columns.patient = take(place, as: "patient") }
    let others = free.filter(isLikeIDs)
    if !profile.hasHeader, others.count == 1 {
      return columns.patient = take(others[0], as: "patient")
    }
    if isWide, let place = free.first {
      return columns.patient = take(place, as: "patient")
    }
    columns.patientID = onePerson(unlessOneOf: others)
  }

  /// Returns whether the values of a column repeat, as ids do.
  private func isLikeIDs(_ place: Int) -> Bool {
    let column = profile.columns[place]
    return !column.isMoment && !column.isClock && !column.isConstant
      && column.numbers.decimalPoints + column.numbers.decimalCommas == 0
      && column.absent * 2 < column.present && !isFlag(column)
      && (column.isRepeated || (column.distinct.count > 1 && !column.isNumeric))
  }

  /// Returns whether all values of a column are status words.
  func isFlag(_ column: ColumnProfile) -> Bool {
    !column.hasMoreDistinct
      && column.distinct.keys.allSatisfy { StatusWords().status(of: $0) != nil }
  }

  /// Finds the columns of when the patient is observed, before other columns of dates are looked for.
  private mutating func findObservation() {
    let dates: [(WritableKeyPath<EventColumns, String?>, ColumnRole, String)] = [
      (\.observedFrom, .observedFrom, "first day observed"),
      (\.observedTo, .observedTo, "last day observed"),
    ]
    for (column, role, name) in dates where columns[keyPath: column] == nil {
      columns[keyPath: column] = take(
        ifAny: candidates(role, where: \.isMoment).first, as: name)
    }
    if columns.endCause == nil {
      columns.endCause = take(ifAny: candidates(.endCause).first, as: "end cause")
    }
  }

  mutating func findOthers() {
    if columns.units == nil, let place = candidates(.units, where: { !$0.isNumeric }).first {
      columns.units = take(place, as: "units")
    }
    let isZones = { (column: ColumnProfile) in
      !column.hasMoreDistinct && column.distinct.keys.allSatisfy { Zone.isKnown($0) }
    }
    if columns.zone == nil, let place = candidates(.zone, where: isZones).first {
      columns.zone = take(place, as: "zone")
    }
    if columns.group == nil, let place = candidates(.group, where: { !$0.hasMoreDistinct }).first {
      columns.group = take(place, as: "group")
    }
    if columns.task == nil,
      let place = candidates(.task, where: { !$0.hasMoreDistinct && !$0.isMoment && !isFlag($0) })
        .first
    {
      columns.task = take(place, as: "task")
    }
  }
}

// Numbers.
extension EventPlanner {
  mutating func findValue() {
    if columns.value != nil { return noteZeros() }
    let numeric = candidates(.value, where: \.isAmount).filter {
      !names[$0].isPlanned && !names[$0].isUnrelated && !names[$0].isNegative
        && !names[$0].isOrdinal
    }
    guard let place = numeric.first else { return }
    columns.value = take(place, as: "value")
    noteZeros()
  }

  private mutating func noteZeros() {
    guard columns.rules.countsZeros == nil, let value = columns.value,
      let place = try? index.place(of: value, as: "value")
    else { return }
    let zeros = profile.columns[place].numbers.zero
    guard zeros > 0 else { return }
    plan.assumptions.append(
      "\(zeros.counting("dose")) not taken (0 in '\(value)'; --zeros done counts them as taken).")
  }

  /// Decides the decimal mark of the values.
  mutating func decideNumbers() {
    guard columns.form.hasDecimalComma == nil, let value = columns.value,
      let place = try? index.place(of: value, as: "value")
    else { return }
    plan.decideDecimals([place], of: profile, &columns.form)
  }
}

extension ReadingPlan {
  /// Decides the decimal mark of numeric columns, also by the evidence of other columns.
  mutating func decideDecimals(_ places: [Int], of profile: TableProfile, _ form: inout TableForm) {
    let own = Set(places.map { profile.columns[$0].numbers.decimalMark }).subtracting([.irrelevant])
    let others = Set(
      profile.columns.filter { $0.isAmount && !$0.isMoment }.map(\.numbers.decimalMark))
    let open = own.subtracting([.point, .comma])
    if own.isSubset(of: [.comma]), !own.isEmpty { return form.hasDecimalComma = true }
    if own.isSubset(of: [.point]) { return form.hasDecimalComma = false }
    if open == [.open], own.count == 1 {
      if others.contains(.comma), !others.contains(.point) { return form.hasDecimalComma = true }
      if others.contains(.point), !others.contains(.comma) { return form.hasDecimalComma = false }
    }
    let named = places.filter { profile.columns[$0].numbers.decimalMark != .irrelevant }
    let example = named.lazy.compactMap { profile.columns[$0].markedExample }.first ?? ""
    questions.append(
      "Does the mark of '\(example)' in '\(profile.columns[named.first ?? 0].name)' separate decimals or"
        + " thousands? --decimal point or --decimal comma states the decimal mark.")
  }
}
