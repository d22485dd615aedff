import Interchange
import Scheduling

/// The batches of a file as they are read, with the dictionaries that hold at the moment.
final class FileReading {
  private let file: DatasetFile
  private let columns: [FileColumn]
  private let entries: [Int64: FileColumn]
  /// The dictionaries, each in the parts that came since it was asked for.
  private var dictionaries: [Int64: [ArrayContent]] = [:]
  private let budget: GrowthBudget
  /// The bytes that bodies may still have: the end of a file may name one more than once.
  private var rest: Int

  init(_ file: DatasetFile, _ columns: [FileColumn], _ entries: [Int64: FileColumn]) {
    (self.file, self.columns, self.entries) = (file, columns, entries)
    rest = file.size
    budget = GrowthBudget(fileSize: file.size)
  }

  /// Reads messages one after the other until one is a batch; `nil` at the end.
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

  /// Reads dictionaries that lie somewhere in the file.
  func readDictionaries(_ places: [Int]) throws(InputError) {
    for place in places {
      guard let message = try FileMessage(file, at: place), message.kind == .dictionary else {
        throw .damaged(.place)
      }
      try readDictionary(message)
    }
  }

  /// Reads the batch at a place.
  func batch(at place: Int) throws(InputError) -> ArrayContent {
    guard let message = try FileMessage(file, at: place), message.kind == .batch else {
      throw .damaged(.place)
    }
    return try read(message, message.header, columns)
  }

  /// Reads a dictionary, which takes the place of one before or adds to it.
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

  /// The dictionaries, each in one part.
  private func joinedDictionaries() throws(InputError) -> [Int64: ArrayContent] {
    var joined: [Int64: ArrayContent] = [:]
    for (number, column) in entries {
      guard var parts = dictionaries[number] else { continue }
      // Neighbours are joined first: one after the other, the first parts would be copied each time.
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
    // Compressed bytes are needed no longer than until they are read.
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
