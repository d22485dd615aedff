import Interchange
import Scheduling

/// The batches of a file as they are read, with the dictionaries that hold at the moment.
final class FileReading {
  private let file: DatasetFile
  private let columns: [FileColumn]
  private let entries: [Int64: FileColumn]
  private var dictionaries: [Int64: ArrayContent] = [:]
  /// The bytes that bodies may still have: the end of a file may name one more than once.
  private var rest: Int

  init(_ file: DatasetFile, _ columns: [FileColumn], _ entries: [Int64: FileColumn]) {
    (self.file, self.columns, self.entries) = (file, columns, entries)
    rest = file.size
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
    guard let content = try read(message, batch, [column]).children.first else { return }
    if try message.header.truth(2), let before = dictionaries[number] {
      dictionaries[number] = try before.joined(with: content, column)
    } else {
      dictionaries[number] = content
    }
  }

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
    var reader = try BatchReader(batch, UnsafeRawBufferPointer(body), memory, dictionaries)
    return try withExtendedLifetime(temporary) { () throws(InputError) in
      try reader.read(columns)
    }
  }
}
