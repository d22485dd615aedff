import Scheduling

/// A measure as a column of a table.
public struct MeasureColumn: Sendable {
  /// The column's name.
  public let name: String
  /// The group that it belongs to.
  public let group: MeasureGroup
  /// What its cells hold where they hold anything.
  public let kind: Kind
  /// What a number counts or is measured in; `nil` for what is no number.
  public let unit: String?
  /// One line that says what a cell means.
  public let meaning: String
  private let read: @Sendable (TaskMeasures) -> Value

  /// What cells hold.
  public enum Kind: Hashable, Sendable {
    /// A number with a fraction.
    case number
    /// A whole number.
    case count
    /// True or false.
    case truth
    /// A date as in ISO 8601.
    case date
    /// Several values with `;` between them.
    case list
  }

  /// What stands in a cell.
  public enum Value: Hashable, Sendable {
    /// A number with a fraction.
    case number(Double)
    /// A whole number.
    case count(Int)
    /// True or false.
    case truth(Bool)
    /// A date, or several values with `;` between them.
    case text(String)
    /// Nothing, for a reason.
    case missing(MissingStatistic)
    /// Nothing, as there is nothing to say.
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

  /// The measure of a column's name, such as `persistenceDays`; `nil` where no column has the name.
  public subscript(name: String) -> MeasureColumn.Value? {
    TaskMeasures.columns[name]?.value(of: self)
  }
}

// How columns are made.
extension MeasureColumn {
  /// A column of numbers that may be missing; one that is not finite is.
  static func number(
    _ name: String, _ group: MeasureGroup, _ unit: String, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> Estimate<Double>?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .number, unit: unit, meaning: meaning) {
      Value(read($0)) { $0.isFinite ? .number($0) : .missing(.tooLarge) }
    }
  }

  /// A column of counts that may be missing.
  static func count(
    _ name: String, _ group: MeasureGroup, _ unit: String, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> Estimate<Int>?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .count, unit: unit, meaning: meaning) {
      Value(read($0), Value.count)
    }
  }

  /// A column of truths that may be missing.
  static func truth(
    _ name: String, _ group: MeasureGroup, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> Estimate<Bool>?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .truth, unit: nil, meaning: meaning) {
      Value(read($0), Value.truth)
    }
  }

  /// A column of dates; where there is none, that says it.
  static func date(
    _ name: String, _ group: MeasureGroup, _ meaning: String,
    _ read: @escaping @Sendable (TaskMeasures) -> CivilDate?
  ) -> MeasureColumn {
    MeasureColumn(name: name, group: group, kind: .date, unit: nil, meaning: meaning) { measures in
      read(measures).map { .text($0.description) } ?? .nothing
    }
  }

  /// A column of lists, each written by ``Swift/Sequence/listed(_:)``.
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
  /// The texts of the elements with `;` between them.
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
