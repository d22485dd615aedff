public import Scheduling

/// A measure as a column of a table.
public struct MeasureColumn: Sendable {
  /// The column's name.
  public let name: String
  /// The group that it belongs to.
  public let group: MeasureGroup
  private let read: @Sendable (TaskMeasures) -> Value

  /// What stands in a cell.
  public enum Value: Sendable {
    case number(Double)
    case count(Int)
    case truth(Bool)
    case date(CivilDate)
    /// Several values with `;` between them.
    case list(String)
    case missing(MissingStatistic)
    /// There is nothing to say, as where nobody asks for the group.
    case nothing
  }

  init(
    _ name: String, _ group: MeasureGroup, _ read: @escaping @Sendable (TaskMeasures) -> Value
  ) {
    self.name = name
    self.group = group
    self.read = read
  }

  /// The value for a task.
  public func value(of measures: TaskMeasures) -> Value { read(measures) }

  /// All columns, in order.
  public static let all: [MeasureColumn] = taking + targets + phases + rolling

  /// The columns of some groups, in order.
  public static func columns(of groups: Set<MeasureGroup>) -> [MeasureColumn] {
    all.filter { groups.contains($0.group) }
  }
}

extension MeasureColumn.Value {
  init(_ estimate: Estimate<Double>?) {
    switch estimate {
    case .value(let number): self = .number(number)
    case .missing(let reason): self = .missing(reason)
    case nil: self = .nothing
    }
  }

  init(_ count: Int?) { self = count.map { .count($0) } ?? .nothing }

  init(_ truth: Bool?) { self = truth.map { .truth($0) } ?? .nothing }

  init(_ date: CivilDate?) { self = date.map { .date($0) } ?? .nothing }

  /// What an estimate holds, or why it holds nothing.
  init<Group>(
    _ estimate: Estimate<Group>?, _ read: (Group) -> MeasureColumn.Value
  ) {
    switch estimate {
    case .value(let group): self = read(group)
    case .missing(let reason): self = .missing(reason)
    case nil: self = .nothing
    }
  }
}
