/// The numbers of records of each kind read from a source.
public struct RecordCounts: Hashable, Sendable {
  /// The number of versions of patients.
  public var patients = ReadCount()
  /// The number of versions of tasks.
  public var tasks = ReadCount()
  /// The number of outcomes; in a table, the number of rows, several of which may be values of one outcome.
  public var outcomes = ReadCount()
  /// The number of versions of holds.
  public var holds = ReadCount()
  /// The number of versions of care plans.
  public var carePlans = ReadCount()
  /// The number of versions of contacts.
  public var contacts = ReadCount()
  /// The number of versions of named events.
  public var namedEvents = ReadCount()

  /// Creates the counts of nothing.
  public init() {}

  /// Adds other counts.
  package mutating func merge(_ other: RecordCounts) {
    patients.merge(other.patients)
    tasks.merge(other.tasks)
    outcomes.merge(other.outcomes)
    holds.merge(other.holds)
    carePlans.merge(other.carePlans)
    contacts.merge(other.contacts)
    namedEvents.merge(other.namedEvents)
  }
}

extension RecordCounts: CustomStringConvertible {
  /// The counts on one line; care plans, contacts and named events only if there are any.
  public var description: String {
    let kinds = [
      ("Patients", patients), ("tasks", tasks), ("outcomes", outcomes), ("holds", holds),
    ]
    let optional = [
      ("care plans", carePlans), ("contacts", contacts), ("named events", namedEvents),
    ].filter { $0.1.read > 0 }
    return (kinds + optional).map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

/// The numbers of records read, rejected, and with warnings.
public struct ReadCount: Hashable, Sendable {
  /// The number of all records of the kind.
  public var read = 0
  /// The number of records with an error, which are not used.
  public var rejected = 0
  /// The number of records that are used with a warning.
  public var withWarnings = 0

  /// Creates a count.
  public init(read: Int = 0, rejected: Int = 0, withWarnings: Int = 0) {
    self.read = read
    self.rejected = rejected
    self.withWarnings = withWarnings
  }

  /// Adds other counts.
  package mutating func merge(_ other: ReadCount) {
    read += other.read
    rejected += other.rejected
    withWarnings += other.withWarnings
  }
}

extension ReadCount: CustomStringConvertible {
  /// The number read, and the numbers rejected and with warnings unless they are 0.
  public var description: String {
    let parts = [(rejected, "rejected"), (withWarnings, "with warnings")].filter { $0.0 > 0 }
    let remarks = parts.map { "\($0) \($1)" }.joined(separator: ", ")
    return remarks.isEmpty ? "\(read)" : "\(read) (\(remarks))"
  }
}

extension RecordCounts: Codable {
  private static var kinds: [(name: String, path: WritableKeyPath<RecordCounts, ReadCount>)] {
    [
      ("patients", \.patients), ("tasks", \.tasks), ("outcomes", \.outcomes), ("holds", \.holds),
      ("carePlans", \.carePlans), ("contacts", \.contacts), ("namedEvents", \.namedEvents),
    ]
  }

  /// Encodes the three numbers of each kind.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.singleValueContainer()
    try fields.encode(
      Dictionary(
        uniqueKeysWithValues: RecordCounts.kinds.map { name, path in
          let count = self[keyPath: path]
          return (name, [count.read, count.rejected, count.withWarnings])
        }))
  }

  /// Decodes the three numbers of each kind.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.singleValueContainer().decode([String: [Int]].self)
    self.init()
    for (name, path) in RecordCounts.kinds {
      guard let numbers = fields[name] else { continue }
      guard numbers.count == 3, numbers.allSatisfy(\.isCount) else {
        throw decoder.corrupted("invalid count of \(name)")
      }
      self[keyPath: path] = ReadCount(
        read: numbers[0], rejected: numbers[1], withWarnings: numbers[2])
    }
  }
}
