/// How many records of each kind were read from somewhere.
public struct RecordCounts: Hashable, Sendable {
  /// Patients; where they have versions, each counts.
  public var patients = ReadCount()
  /// Versions of tasks.
  public var tasks = ReadCount()
  /// Outcomes; in a table, rows of them, several of which may be values of one outcome.
  public var outcomes = ReadCount()
  /// Versions of holds.
  public var holds = ReadCount()
  /// Versions of care plans.
  public var carePlans = ReadCount()
  /// Versions of contacts.
  public var contacts = ReadCount()

  /// Creates the counts of nothing.
  public init() {}

  /// Adds what was read elsewhere.
  package mutating func merge(_ other: RecordCounts) {
    patients.merge(other.patients)
    tasks.merge(other.tasks)
    outcomes.merge(other.outcomes)
    holds.merge(other.holds)
    carePlans.merge(other.carePlans)
    contacts.merge(other.contacts)
  }
}

extension RecordCounts: CustomStringConvertible {
  /// The counts as one line; care plans and contacts where there are any.
  public var description: String {
    let kinds = [
      ("Patients", patients), ("tasks", tasks), ("outcomes", outcomes), ("holds", holds),
    ]
    let optional = [("care plans", carePlans), ("contacts", contacts)].filter { $0.1.read > 0 }
    return (kinds + optional).map { "\($0) \($1)" }.joined(separator: ", ")
  }
}

/// How many records were read, and how many of those were set aside or are doubtful.
public struct ReadCount: Hashable, Sendable {
  /// All records of the kind.
  public var read = 0
  /// Those with an error.
  public var setAside = 0
  /// Those that were kept with a diagnostic.
  public var doubtful = 0

  /// Creates a count.
  public init(read: Int = 0, setAside: Int = 0, doubtful: Int = 0) {
    self.read = read
    self.setAside = setAside
    self.doubtful = doubtful
  }

  /// Adds what was read elsewhere.
  package mutating func merge(_ other: ReadCount) {
    read += other.read
    setAside += other.setAside
    doubtful += other.doubtful
  }
}

extension ReadCount: CustomStringConvertible {
  /// The number read, and the numbers set aside and doubtful where there are any.
  public var description: String {
    let parts = [(setAside, "set aside"), (doubtful, "doubtful")].filter { $0.0 > 0 }
    let remarks = parts.map { "\($0) \($1)" }.joined(separator: ", ")
    return remarks.isEmpty ? "\(read)" : "\(read) (\(remarks))"
  }
}
