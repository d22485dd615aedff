import Arrow
import Scheduling

/// What stands around the rows of a table, which come part by part.
struct TableFrame {
  private var form: Form

  private enum Form {
    case text(TextFrame)
    case columns(ColumnFrame)
  }

  /// Begins a table.
  init(_ columns: [TableColumn], _ format: ListFormat) {
    switch format {
    case .text(let format): form = .text(TextFrame(columns, RowEncoding(format)))
    case .arrow(let compression):
      form = .columns(ColumnFrame(columns.map(ColumnField.init), compression))
    }
  }

  /// The bytes of some rows with what stands before them; of columns only when there are enough for a
  /// batch.
  mutating func framed(_ rows: TableRows) -> [UInt8] {
    switch (form, rows) {
    case (.text(var frame), .bytes(let bytes)):
      defer { form = .text(frame) }
      return frame.framed(bytes)
    case (.columns(let frame), .columns(let batch)): return frame.framed(batch)
    case (.text, .columns), (.columns, .bytes): preconditionFailure("rows of another format")
    }
  }

  /// What stands after the last row.
  mutating func end() -> [UInt8] {
    switch form {
    case .text(var frame): frame.framed([]) + frame.end
    case .columns(let frame): frame.end()
    }
  }
}

/// What stands around rows of columns, as the bytes of a file.
private final class ColumnFrame {
  private var file: Result<ColumnFileWriter, InputError>
  private let bytes = Bytes()

  /// What was written and not taken.
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

/// What stands around rows of text.
private struct TextFrame {
  private let encoding: RowEncoding
  private var header: [UInt8]
  private var isEmpty = true

  init(_ columns: [TableColumn], _ encoding: RowEncoding) {
    self.encoding = encoding
    header = encoding.header(columns)
  }

  /// Some rows with what stands before them: the header before the first, which lacks what parts it from
  /// the one before.
  mutating func framed(_ rows: [UInt8]) -> [UInt8] {
    defer { header = [] }
    if rows.isEmpty { return header }
    defer { isEmpty = false }
    if !isEmpty { return rows }
    return header + rows.dropFirst(encoding.separatorLength)
  }

  /// What stands after the last row.
  var end: [UInt8] { encoding.footer(isEmpty: isEmpty) }
}
