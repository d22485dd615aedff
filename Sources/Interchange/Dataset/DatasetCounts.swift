/// How many records of each kind a dataset has.
public struct DatasetCounts: Hashable, Sendable {
  /// Rows of patients.
  public var patients = ReadCount()
  /// Lines of tasks, versions each.
  public var tasks = ReadCount()
  /// Rows of outcomes; several of them may be values of one outcome.
  public var outcomes = ReadCount()
  /// Rows of holds.
  public var holds = ReadCount()
  /// Rows of care plans.
  public var carePlans = ReadCount()
  /// Rows of contacts.
  public var contacts = ReadCount()
}

extension DatasetCounts: CustomStringConvertible {
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
}

extension ReadCount: CustomStringConvertible {
  /// The number read, and the numbers set aside and doubtful where there are any.
  public var description: String {
    let parts = [(setAside, "set aside"), (doubtful, "doubtful")].filter { $0.0 > 0 }
    let remarks = parts.map { "\($0) \($1)" }.joined(separator: ", ")
    return remarks.isEmpty ? "\(read)" : "\(read) (\(remarks))"
  }
}
