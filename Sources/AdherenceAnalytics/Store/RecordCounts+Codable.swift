extension RecordCounts: Codable {
  private static var kinds: [(name: String, path: WritableKeyPath<RecordCounts, ReadCount>)] {
    [
      ("patients", \.patients), ("tasks", \.tasks), ("outcomes", \.outcomes), ("holds", \.holds),
      ("carePlans", \.carePlans), ("contacts", \.contacts),
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
