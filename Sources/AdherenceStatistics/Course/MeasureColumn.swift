import Scheduling

/// A measure as a column of a table.
public struct MeasureColumn: Sendable {
  /// The column's name.
  public let name: String
  /// The group of the measure.
  public let group: MeasureGroup
  /// The type of its values.
  public let kind: Kind
  /// The unit of numbers; `nil` for other types.
  public let unit: String?
  /// A one-line description.
  public let meaning: String
  private let read: @Sendable (TaskMeasures) -> Value

  /// The type of a column's values.
  public enum Kind: Hashable, Sendable {
    /// A number with a fraction.
    case number
    /// A whole number.
    case count
    /// True or false.
    case truth
    /// A date as in ISO 8601.
    case date
    /// Several values separated by `;`.
    case list
  }

  /// A cell's value.
  public enum Value: Hashable, Sendable {
    /// A number with a fraction.
    case number(Double)
    /// A whole number.
    case count(Int)
    /// True or false.
    case truth(Bool)
    /// A date, or several values separated by `;`.
    case text(String)
    /// Missing, with the reason.
    case missing(MissingStatistic)
    /// Empty, because it does not apply.
    case nothing
  }

  /// The value for a task.
  public func value(of measures: TaskMeasures) -> Value { read(measures) }

  /// All columns, in order.
  public static let all: [MeasureColumn] =
    taking + phases + targets + timing + signals + trend + patterns + coverage

  /// The columns of some groups, in order.
  package static func columns(of groups: Set<MeasureGroup>) -> [MeasureColumn] {
    all.filter { groups.contains($0.group) }
  }
}

extension TaskMeasures {
  private static let columns = Dictionary(
    uniqueKeysWithValues: MeasureColumn.all.map { ($0.name, $0) })

  /// Returns the measure of a column by name, such as `persistenceDays`; `nil` if there is no such
  /// column.
  public subscript(name: String) -> MeasureColumn.Value? {
    TaskMeasures.columns[name]?.value(of: self)
  }
}

// Column constructors.
extension MeasureColumn {
  /// Creates a column of optional numbers; non-finite ones are missing.
  static func number(
    _ name: String, _ group: MeasureGroup, _ unit: String, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> Estimate<Double>?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .number, unit: unit, meaning: meaning) {
      Value(read($0)) { $0.isFinite ? .number($0) : .missing(.tooLarge) }
    }
  }

  /// Creates a column of optional counts.
  static func count(
    _ name: String, _ group: MeasureGroup, _ unit: String, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> Estimate<Int>?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .count, unit: unit, meaning: meaning) {
      Value(read($0), Value.count)
    }
  }

  /// Creates a column of optional Booleans.
  static func truth(
    _ name: String, _ group: MeasureGroup, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> Estimate<Bool>?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .truth, unit: nil, meaning: meaning) {
      Value(read($0), Value.truth)
    }
  }

  /// Creates a column of optional dates.
  static func date(
    _ name: String, _ group: MeasureGroup, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> CivilDate?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .date, unit: nil, meaning: meaning) { measures in
      read(measures).map { .text($0.description) } ?? .nothing
    }
  }

  /// Creates a column of lists, formatted by ``Swift/Sequence/listed(_:)``.
  static func list(
    _ name: String, _ group: MeasureGroup, _ unit: String?, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> String?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .list, unit: unit, meaning: meaning) { measures in
      read(measures).map(Value.text) ?? .nothing
    }
  }
}

extension Sequence {
  /// Returns the texts of the elements separated by `;`.
  @inline(__always)
  func listed(_ text: (Element) -> String) -> String {
    var (list, isFirst) = ("", true)
    for element in self {
      if !isFirst { list += ";" }
      isFirst = false
      list += text(element)
    }
    return list
  }
}

extension MeasureColumn.Value {
  fileprivate init<Held>(_ estimate: Estimate<Held>?, _ hold: (Held) -> MeasureColumn.Value) {
    switch estimate {
    case .value(let held): self = hold(held)
    case .missing(let reason): self = .missing(reason)
    case nil: self = .nothing
    }
  }
}

// Columns of taking, targets and phases.

extension MeasureColumn {
  static let taking: [MeasureColumn] = [
    count("events", .taking, "doses", "the doses taken that belong to an occurrence") {
      .value($0.taking.events)
    },
    count("extra", .taking, "doses", "the doses taken beyond the first of an occurrence") {
      .value($0.taking.extra)
    },
    count("strayEvents", .taking, "doses", "the doses taken on days without an occurrence") {
      .value($0.taking.strayEvents)
    },
    number(
      "takingAdherence", .taking, "share",
      "doses taken / doses due, in which extra doses count, so that it may exceed 1"
    ) { $0.taking.takingAdherence },
    number(
      "excessDosing", .taking, "share",
      "the amount by which `takingAdherence` exceeds 1, at least 0"
    ) { $0.taking.excessDosing },
    number(
      "correctDosing", .taking, "share",
      "the share of the evaluable days whose occurrences own exactly as many doses as were due"
    ) {
      $0.taking.correctDosing
    },
    number(
      "ratioLower", .taking, "share",
      "the lower confidence limit of `ratio`, which allows for dependent doses by blocks of weeks"
    ) { $0.interval?.map(\.lower) },
    number(
      "ratioUpper", .taking, "share",
      "the upper confidence limit of `ratio`, which allows for dependent doses by blocks of weeks"
    ) {
      $0.interval?.map(\.upper)
    },
  ]

  static let targets: [MeasureColumn] = [
    number(
      "outcomeExists", .targets, "share",
      "the share of the occurrences due with an outcome that is no refusal"
    ) { $0.targets?.outcomeExists },
    number("targetMet", .targets, "share", "the share of the occurrences due whose targets are met")
    {
      $0.targets?.targetMet
    },
    number(
      "linearMean", .targets, "share",
      "the mean over the occurrences due of the share of the target that was reached"
    ) {
      $0.targets?.linearMean
    },
    number(
      "cappedSum", .targets, "share",
      "Σ credited / Σ target, in which no occurrence makes up for another"
    ) { $0.targets?.cappedSum },
    number(
      "uncappedSum", .targets, "share",
      "Σ value / Σ target, in which one occurrence may make up for another"
    ) {
      $0.targets?.uncappedSum
    },
  ]

  static let phases: [MeasureColumn] = [
    truth("initiated", .phases, "whether any event of the plan was kept: treatment was initiated") {
      $0.phases.map { .value($0.isInitiated) }
    },
    number(
      "initiationDelayHours", .phases, "hours",
      "the time from the first planned occurrence, or period of a quota, to the first kept event"
    ) { $0.phases?.initiationDelay },
    date("firstDate", .phases, "the day of the first kept event") { $0.phases?.first },
    date("lastDate", .phases, "the day of the last kept event") { $0.phases?.last },
    count(
      "daysAfterLast", .phases, "days",
      "the days after the last kept event, up to the last day that can be judged"
    ) { $0.phases?.course.map(\.daysAfterLast) },
    truth(
      "discontinued", .phases,
      "whether treatment was discontinued: `daysAfterLast` is a gap; empty where that cannot be judged yet"
    ) { $0.phases?.course.flatMap(\.discontinued) },
    date(
      "persistenceEnd", .phases,
      "the last day of persistence, or the last day up to which it is known (inclusive)"
    ) { $0.phases?.course.value?.end },
    count(
      "persistenceDays", .phases, "days",
      "the days from `firstDate` to `persistenceEnd`, both included"
    ) {
      $0.phases?.course.map(\.persistenceDays)
    },
    number(
      "implementationDue", .phases, "occurrences",
      "the occurrences due from `firstDate` to `persistenceEnd`, with what quotas ask for"
    ) { $0.phases.map { .value($0.course.value?.due ?? 0) } },
    number(
      "implementationDone", .phases, "occurrences",
      "the occurrences of `implementationDue` that were done, with what was done for quotas"
    ) {
      $0.phases.map { .value($0.course.value?.done ?? 0) }
    },
    number(
      "implementation", .phases, "share",
      "`implementationDone` / `implementationDue`: the ratio during persistence"
    ) {
      $0.phases?.course.flatMap(\.implementation)
    },
    count(
      "drugHolidays", .phases, "runs",
      "the runs of `--holiday-days` or more days due without an event during persistence; of a quota, of "
        + "periods in which nothing was done"
    ) { $0.holidays.map { .value($0.count) } },
    count("drugHolidayDays", .phases, "days", "the days of all drug holidays") {
      $0.holidays.map { .value($0.days) }
    },
    count("longestDrugHoliday", .phases, "days", "the days of the longest drug holiday") {
      $0.holidays.map { .value($0.longest) }
    },
  ]
}
