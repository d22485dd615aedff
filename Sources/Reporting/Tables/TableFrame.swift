import Arrow
import Diagnostics
import Scheduling

/// The header and footer around rows that are encoded in parts.
struct TableFrame {
  private var form: Form

  private enum Form {
    case text(TextFrame)
    case columns(ColumnFrame)
  }

  /// Creates the frame of a table.
  init(_ columns: [TableColumn], _ format: ListFormat) {
    switch format {
    case .text(let format): form = .text(TextFrame(columns, RowEncoding(format)))
    case .arrow(let compression):
      form = .columns(ColumnFrame(columns.map(ColumnField.init), compression))
    }
  }

  /// Returns the bytes of some rows with the header if it is due; for column formats only when
  /// there are enough rows for a batch.
  mutating func framed(_ rows: TableRows) -> [UInt8] {
    switch (form, rows) {
    case (.text(var frame), .bytes(let bytes)):
      defer { form = .text(frame) }
      return frame.framed(bytes)
    case (.columns(let frame), .columns(let batch)): return frame.framed(batch)
    case (.text, .columns), (.columns, .bytes): preconditionFailure("rows of another format")
    }
  }

  /// Returns the bytes after the last row.
  mutating func end() -> [UInt8] {
    switch form {
    case .text(var frame): frame.framed([]) + frame.end
    case .columns(let frame): frame.end()
    }
  }
}

/// The frame of a column file.
private final class ColumnFrame {
  private var file: Result<ColumnFileWriter, InputError>
  private let bytes = Bytes()

  /// The bytes written and not yet taken.
  ///
  /// Safe: bytes are copied while they are lent.
  private final class Bytes {
    private var all: [UInt8] = []

    func append(_ more: UnsafeRawBufferPointer) { all += more }

    func take() -> [UInt8] {
      defer { all = [] }
      return all
    }
  }

  init(_ fields: [ColumnField], _ compression: FileCompression) {
    file = Result { [bytes] () throws(InputError) in
      try ColumnFileWriter(fields, compression: compression) { bytes.append($0) }
    }
  }

  func framed(_ batch: ColumnBatch) -> [UInt8] {
    write { file throws(InputError) in try file.append(batch) }
  }

  func end() -> [UInt8] { write { file throws(InputError) in try file.finish() } }

  private func write(_ body: (ColumnFileWriter) throws(InputError) -> Void) -> [UInt8] {
    do throws(InputError) {
      try body(file.get())
    } catch {
      preconditionFailure("memory took no bytes: \(error)")
    }
    return bytes.take()
  }
}

/// The frame of a text file.
private struct TextFrame {
  private let encoding: RowEncoding
  private var header: [UInt8]
  private var isEmpty = true

  init(_ columns: [TableColumn], _ encoding: RowEncoding) {
    self.encoding = encoding
    header = encoding.header(columns)
  }

  /// Returns rows with the header before the first one, whose leading separator is removed.
  mutating func framed(_ rows: [UInt8]) -> [UInt8] {
    defer { header = [] }
    if rows.isEmpty { return header }
    defer { isEmpty = false }
    if !isEmpty { return rows }
    return header + rows.dropFirst(encoding.separatorLength)
  }

  /// The bytes after the last row.
  var end: [UInt8] { encoding.footer(isEmpty: isEmpty) }
}

/// A table encoded as a file in parts: header, rows and footer.
struct TableStream<Row> {
  /// The writer of the rows.
  let rows: RowWriter<Row>
  private var frame: TableFrame

  /// Creates a stream.
  init(_ columns: [Column<Row>], _ format: ListFormat) {
    rows = RowWriter(columns, RowEncoding(format))
    frame = TableFrame(columns.map(\.about), format)
  }

  /// Whether enough was written that it should be taken.
  var isLong: Bool { rows.buffer.size > 1 << 20 }

  /// Takes the bytes written since the last call.
  mutating func take() -> [UInt8] { frame.framed(rows.buffer.takeRows()) }

  /// Takes the remaining bytes, including the footer.
  mutating func finish() -> [UInt8] { take() + frame.end() }
}
