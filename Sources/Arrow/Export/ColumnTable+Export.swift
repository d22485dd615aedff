package import CArrow

// Safe: the receiver has room for the stream, which is filled once.
extension ColumnTable {
  /// Exports the table as a stream of its batches; may be called repeatedly.
  ///
  /// Nothing is copied: a batch stays alive until the consumer has released it and the table is
  /// gone.
  package func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    var rest = Array(batches.reversed())
    ColumnTable.stream(fields, to: stream) { rest.popLast() }
  }

  /// Exports a stream whose batches are created on demand.
  ///
  /// - Parameters:
  ///   - fields: The columns.
  ///   - stream: The struct to fill; the consumer releases it once, on any thread.
  ///   - next: Returns the next batch, which must not change any more, or `nil` after the last one.
  ///     An error ends the stream, and the consumer gets its text. The closure may be called on any
  ///     thread, but never concurrently, and is released at the end or with the stream.
  package static func stream(
    _ fields: [ColumnField], to stream: UnsafeMutablePointer<ArrowArrayStream>,
    next: @escaping () throws -> ColumnBatch?
  ) {
    let schema = SchemaContent(format: "+s", flags: 0, children: fields.map(SchemaContent.init))
    StreamContent(schema: schema) { try next().map(ArrayContent.init) }.export(to: stream)
  }
}

extension SchemaContent {
  init(_ field: ColumnField) {
    self.init(format: field.kind.format, name: field.name, metadata: field.metadata)
    if field.kind == .list { children = [SchemaContent(format: "u", name: "item")] }
    if field.kind == .name { dictionary = [SchemaContent(format: "u")] }
  }
}

extension ColumnKind {
  /// The format string of the C data interface.
  fileprivate var format: String {
    switch self {
    case .integer: "l"
    case .number: "g"
    case .boolean: "b"
    case .text: "u"
    case .name: "i"
    case .date: "tdD"
    case .instant: "tsu:UTC"
    case .localTime: "tsu:"
    case .list: "+l"
    }
  }
}

// Safe: the buffers are the batch's, which `owner` holds, and no one writes to it any more.
extension ArrayContent {
  /// Creates the content of a batch.
  init(_ batch: ColumnBatch) {
    self.init(
      length: batch.rowCount, nullCount: 0, buffers: [nil],
      children: batch.columns.map { ArrayContent($0, owner: batch) }, owner: batch)
  }

  /// Creates the content of a column.
  private init(_ column: ColumnBuffer, owner: ColumnBatch) {
    let cells = column.cells.pointee
    self.init(
      length: column.count, nullCount: column.nullCount,
      buffers: [column.validityBytes.baseAddress, UnsafeRawPointer(cells.values.start)],
      owner: owner)
    if column.kind == .text { buffers.append(UnsafeRawPointer(cells.text.start)) }
    children = cells.elements.map { [ArrayContent($0, owner: owner)] } ?? []
    dictionary = cells.names.map { [ArrayContent($0.texts, owner: owner)] } ?? []
  }
}
