package import CArrow
package import Diagnostics
package import Interchange
import Scheduling

/// An Arrow IPC file (Feather version 2) or an Arrow stream in a file.
///
/// It is read batch by batch and never memory-mapped, so that a file that is truncated or changed
/// meanwhile causes an error instead of a crash.
package struct ArrowFile {
  private let file: DatasetFile
  private let columns: [FileColumn]
  private let entries: [Int64: FileColumn]
  private let notes: [ColumnField.Note]
  private let order: Order

  /// The order of messages.
  private enum Order {
    /// Consecutive messages from an offset on.
    case stream(from: Int)
    /// The offsets of dictionaries and of batches from the footer.
    case listed([Int], [Int])
  }

  /// Opens a file and reads its schema.
  ///
  /// - Throws: `InputError` if the file cannot be read, is of another format or damaged.
  package init(_ name: String, path: String) throws(InputError) {
    try self.init(DatasetFile(name, path: path))
  }

  /// Reads the schema of an open file.
  package init(_ file: DatasetFile) throws(InputError) {
    do throws(InputError) {
      let schema: FlatReader
      (schema, order) = try ArrowFile.open(file)
      columns = try FileColumn.columns(schema)
      entries = try FileColumn.dictionaries(of: columns)
      notes = try FileColumn.notes(schema, 2)
    } catch {
      throw error.at(source: file.name)
    }
    self.file = file
  }

  private static func open(_ file: DatasetFile) throws(InputError) -> (FlatReader, Order) {
    let start = try file.bytes(0..<min(8, file.size))
    if start.starts(with: FileMark.end) { return try listed(file) }
    if let cure = FileMark.others.first(where: { start.starts(with: $0.mark) })?.cure {
      throw .notArrow(cure)
    }
    let schema = try schemaOfStream(file, isMarked: start.starts(with: FileMark.continuation))
    guard let message = schema, message.kind == .schema else { throw .notArrow(FileMark.cure) }
    return (message.header, .stream(from: message.body.upperBound))
  }

  /// Reads the first message of a stream; a file without a marker may be of any other format.
  private static func schemaOfStream(
    _ file: DatasetFile, isMarked: Bool
  ) throws(InputError) -> FileMessage? {
    do throws(InputError) { return try FileMessage(file, at: 0) } catch {
      if case .broken = error.problem, !isMarked { return nil }
      throw error
    }
  }

  private static func listed(_ file: DatasetFile) throws(InputError) -> (FlatReader, Order) {
    let tail = FileMark.end.count + 4
    guard file.size >= 8 + tail,
      try file.bytes(file.size - FileMark.end.count..<file.size) == FileMark.end
    else { throw InputError(.broken(.truncated)) }
    let length = Int(try file.number(at: file.size - tail, Int32.self))
    guard length > 0, length <= file.size - tail - 8 else { throw .damaged(.place) }
    let footer = try FlatReader(file.bytes(file.size - tail - length..<file.size - tail))
    guard let schema = try footer.table(1) else { throw .damaged(.head) }
    return (schema, .listed(try places(footer, 2, file), try places(footer, 3, file)))
  }

  /// Returns the offsets of messages.
  private static func places(
    _ footer: FlatReader, _ slot: Int, _ file: DatasetFile
  ) throws(InputError) -> [Int] {
    let numbers = try footer.numbers(slot, perItem: 3, Int64.self)
    return try stride(from: 0, to: numbers.count, by: 3).map { place throws(InputError) in
      guard 0...Int64(file.size) ~= numbers[place] else { throw .damaged(.place) }
      return Int(numbers[place])
    }
  }

  /// Exports the rows as a stream; may be called repeatedly.
  ///
  /// Safe: the receiver has room for the stream, whose closure retains the file.
  ///
  /// - Parameters:
  ///   - stream: The struct to fill.
  ///   - note: Receives the error that ends the stream, of which the C interface only carries the
  ///     text.
  package func export(
    to stream: UnsafeMutablePointer<ArrowArrayStream>, note: ((InputError) -> Void)? = nil
  ) {
    let schema = SchemaContent(
      format: "+s", metadata: notes, flags: 0, children: columns.map(\.schema))
    let reading = FileReading(file, columns, entries)
    let next: () throws(InputError) -> ArrayContent?
    switch order {
    case .stream(let start):
      var place = start
      next = { () throws(InputError) in try reading.next(from: &place) }
    case .listed(let dictionaries, let batches):
      var (first, rest) = (dictionaries, batches[...])
      next = { () throws(InputError) in
        try reading.readDictionaries(first)
        first = []
        return try rest.popFirst().map { place throws(InputError) in try reading.batch(at: place) }
      }
    }
    let name = file.name
    StreamContent(schema: schema) {
      do throws(InputError) { return try next() } catch {
        note?(error.at(source: name))
        throw error.at(source: name)
      }
    }.export(to: stream)
  }
}

extension FileMark {
  static let cure = "write it with write_feather of pyarrow or write_ipc of polars"

  /// Formats that are mistaken for Arrow.
  static let others: [(mark: [UInt8], cure: String)] = [
    (Array("FEA1".utf8), "it is Feather version 1: \(cure)"),
    (Array("PAR1".utf8), "it is Parquet: read it with pyarrow or polars, and \(cure)"),
  ]
}

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
