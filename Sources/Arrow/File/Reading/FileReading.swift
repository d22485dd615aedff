import Diagnostics
import Interchange
import Scheduling

/// The state of reading a file: its batches and current dictionaries.
final class FileReading {
  private let file: DatasetFile
  private let columns: [FileColumn]
  private let entries: [Int64: FileColumn]
  /// The dictionaries, each in the parts that arrived since its last use.
  private var dictionaries: [Int64: [ArrayContent]] = [:]
  private let budget: GrowthBudget
  /// The remaining size of bodies, limited because a footer may refer to a body repeatedly.
  private var rest: Int

  init(_ file: DatasetFile, _ columns: [FileColumn], _ entries: [Int64: FileColumn]) {
    (self.file, self.columns, self.entries) = (file, columns, entries)
    rest = file.size
    budget = GrowthBudget(fileSize: file.size)
  }

  /// Reads messages up to the next batch; `nil` at the end.
  func next(from place: inout Int) throws(InputError) -> ArrayContent? {
    while let message = try FileMessage(file, at: place) {
      place = message.body.upperBound
      switch message.kind {
      case .schema: throw .damaged(.head)
      case .dictionary: try readDictionary(message)
      case .batch: return try read(message, message.header, columns)
      }
    }
    return nil
  }

  /// Reads the dictionaries at some offsets.
  func readDictionaries(_ places: [Int]) throws(InputError) {
    for place in places {
      guard let message = try FileMessage(file, at: place), message.kind == .dictionary else {
        throw .damaged(.place)
      }
      try readDictionary(message)
    }
  }

  /// Reads the batch at an offset.
  func batch(at place: Int) throws(InputError) -> ArrayContent {
    guard let message = try FileMessage(file, at: place), message.kind == .batch else {
      throw .damaged(.place)
    }
    return try read(message, message.header, columns)
  }

  /// Reads a dictionary, which replaces or extends an earlier one.
  private func readDictionary(_ message: FileMessage) throws(InputError) {
    let number = try message.header.number(0, or: Int64(0))
    guard let column = entries[number], let batch = try message.header.table(1) else {
      throw .damaged(.dictionary)
    }
    let array = try read(message, batch, [column])
    guard let content = array.children.first else { return }
    let isMore = try message.header.truth(2)
    dictionaries[number] = (isMore ? dictionaries[number] ?? [] : []) + [content]
  }

  /// Returns the dictionaries, each joined to one part.
  private func joinedDictionaries() throws(InputError) -> [Int64: ArrayContent] {
    var joined: [Int64: ArrayContent] = [:]
    for (number, column) in entries {
      guard var parts = dictionaries[number] else { continue }
      // Joins neighbours pairwise, because joining from the front would copy the first parts
      // repeatedly.
      while parts.count > 1 {
        parts = try stride(from: 0, to: parts.count, by: 2).map { place throws(InputError) in
          place + 1 < parts.count
            ? try parts[place].joined(with: parts[place + 1], column) : parts[place]
        }
      }
      dictionaries[number] = parts
      joined[number] = parts.first
    }
    return joined
  }

  // Safe: the block is as long as the body, and `temporary` holds it until the columns are read.
  private func read(
    _ message: FileMessage, _ batch: FlatReader, _ columns: [FileColumn]
  ) throws(InputError) -> ArrayContent {
    rest -= message.body.count
    guard rest >= 0 else { throw .damaged(.place) }
    let memory = BatchMemory()
    // A compressed body is released after decompression.
    let temporary = try batch.table(3) == nil ? memory : BatchMemory()
    let body = UnsafeMutableRawBufferPointer(
      start: temporary.block(message.body.count), count: message.body.count)
    try file.read(at: message.body.lowerBound, into: body)
    try file.requireUnchanged()
    var reader = try BatchReader(
      batch, UnsafeRawBufferPointer(body), memory, joinedDictionaries(), budget)
    return try withExtendedLifetime(temporary) { () throws(InputError) in
      try reader.read(columns)
    }
  }
}
