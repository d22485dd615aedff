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
  /// Safe: the receiver has room for the stream, whose closure holds what is read.
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
