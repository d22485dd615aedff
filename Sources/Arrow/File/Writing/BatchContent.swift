/// The buffers of a batch in file order.
///
/// Safe: the buffers are the batch's, and are written before it changes.
struct BatchContent {
  var rowCount: Int
  /// The length and null count of each column and list element column, sixteen bytes each.
  private(set) var nodes: [UInt8] = []
  private(set) var buffers: [UnsafeRawBufferPointer] = []

  /// Creates the content of a batch, with dictionary indices of the whole file.
  init(_ batch: ColumnBatch, _ names: [FileNames?]) {
    rowCount = batch.rowCount
    for (column, names) in zip(batch.columns, names) {
      append(column, names?.places(of: column) ?? column.valueBytes)
    }
  }

  /// Creates the content of a dictionary.
  init(_ texts: ColumnBuffer) {
    rowCount = texts.count
    append(texts, texts.valueBytes)
  }

  private mutating func append(_ column: ColumnBuffer, _ values: UnsafeRawBufferPointer) {
    nodes += Int64(column.count).flatBytes + Int64(column.nullCount).flatBytes
    buffers.append(column.validityBytes)
    buffers.append(values)
    let cells = column.cells.pointee
    if column.kind == .text {
      buffers.append(UnsafeRawBufferPointer(start: cells.text.start, count: cells.textCount))
    }
    if let elements = cells.elements { append(elements, elements.valueBytes) }
  }
}

// Safe: as many cells were stored as are counted.
extension ColumnBuffer {
  /// The buffer of values.
  fileprivate var valueBytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: cells.pointee.values.start, count: kind.byteCount(ofRows: count))
  }

  /// The validity bitmap; empty if no cell is null.
  var validityBytes: UnsafeRawBufferPointer {
    guard let validity = cells.pointee.validity, nullCount > 0 else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(start: validity.start, count: (count + 7) / 8)
  }
}

/// The names of a column in a whole file, and the translation of a batch's dictionary indices.
///
/// Safe: there is room for a place each row, and every cell is a place among the names.
final class FileNames {
  private var table = NameTable()
  /// The translated indices, valid until the next batch.
  private var places = AlignedBytes(capacity: 1 << 18)

  deinit {
    table.free()
    places.free()
  }

  /// The names in order of first use.
  var texts: ColumnBuffer { table.texts }

  /// Returns the dictionary indices of a column's names.
  func places(of column: ColumnBuffer) -> UnsafeRawBufferPointer {
    guard let names = column.cells.pointee.names?.texts else { return column.valueBytes }
    let moved = (0..<names.count).map { table.place(of: names.utf8(of: $0)) }
    places.grow(to: 4 * column.count, keeping: 0)
    let target = places.start.assumingMemoryBound(to: Int32.self)
    let source = column.cells.pointee.values.start.assumingMemoryBound(to: Int32.self)
    let hasNulls = column.nullCount > 0
    for row in 0..<column.count {
      target[row] = hasNulls && column.isNull(row) ? 0 : moved[Int(source[row])]
    }
    return UnsafeRawBufferPointer(start: target, count: 4 * column.count)
  }
}
