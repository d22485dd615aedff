import Arrow
import CArrow

/// A table that a test sends in chunks.
struct SentTable: Sendable {
  var columns: [SentColumn]
  /// The number of rows of each chunk; the rest comes last.
  var chunks: [Int] = []
  /// The number of unused rows before the first of each chunk, in the struct around all columns.
  var offset = 0
  /// The number of the chunk that is replaced by an error, and its message.
  var failure: (chunk: Int, status: CInt, text: String)?
  var ledger = Ledger()
  /// Breaks each chunk before it is sent.
  var harm: @Sendable (inout ArrowArray) -> Void = { _ in }

  init(_ columns: [SentColumn]) { self.columns = columns }

  /// Creates a table of texts.
  init(_ names: [String], _ rows: [[String?]], format: String = "u") {
    columns = names.enumerated().map { place, name in
      SentColumn(name, rows.map { $0[place] }, format: format)
    }
  }

  var count: Int { columns.first?.cells.count ?? 0 }

  fileprivate var all: SentColumn {
    var column = SentColumn("", "+s", [SentCell](repeating: .bool(true), count: count))
    column.children = columns
    column.offset = offset
    return column
  }

  fileprivate var ranges: [Range<Int>] {
    var (ranges, start) = ([Range<Int>](), 0)
    for length in chunks where start + length <= count {
      ranges.append(start..<start + length)
      start += length
    }
    if start < count || ranges.isEmpty { ranges.append(start..<count) }
    return ranges
  }

  /// Returns the owned stream.
  func stream() -> ArrowStream {
    var stream = rawStream()
    return ArrowStream(taking: &stream)
  }

  /// Returns the stream as a producer exports it.
  func rawStream() -> ArrowArrayStream {
    var stream = ArrowArrayStream()
    let sender = Sender(self)
    stream.private_data = Unmanaged.passRetained(sender).toOpaque()
    stream.get_schema = { stream, schema in
      guard let sender = Sender.of(stream) else { return 22 }
      schema?.initialize(to: sender.table.all.schema(sender.table.ledger))
      return 0
    }
    stream.get_next = { stream, array in
      guard let sender = Sender.of(stream) else { return 22 }
      return sender.send(array)
    }
    stream.get_last_error = { stream in UnsafePointer(Sender.of(stream)?.text) }
    stream.release = { stream in
      guard let stream, let sender = stream.pointee.private_data else { return }
      stream.pointee.release = nil
      Unmanaged<Sender>.fromOpaque(sender).release()
    }
    return stream
  }
}

/// The private data of a stream.
private final class Sender {
  let table: SentTable
  private var next = 0
  var text: UnsafeMutablePointer<CChar>?

  init(_ table: SentTable) {
    self.table = table
    table.ledger.make()
  }

  deinit {
    text?.deallocate()
    table.ledger.release()
  }

  static func of(_ stream: UnsafeMutablePointer<ArrowArrayStream>?) -> Sender? {
    stream?.pointee.private_data.map { Unmanaged<Sender>.fromOpaque($0).takeUnretainedValue() }
  }

  func send(_ array: UnsafeMutablePointer<ArrowArray>?) -> CInt {
    if let failure = table.failure, failure.chunk == next {
      let bytes = Array(failure.text.utf8CString)
      text?.deallocate()
      text = .allocate(capacity: bytes.count)
      text?.initialize(from: bytes, count: bytes.count)
      return failure.status
    }
    let ranges = table.ranges
    guard next < ranges.count else {
      array?.initialize(to: ArrowArray())
      return 0
    }
    var made = table.all.array(ranges[next], behind: 0, table.ledger)
    table.harm(&made)
    array?.initialize(to: made)
    next += 1
    return 0
  }
}
