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
