package import CArrow

// Safe: the receiver has room for the stream, which is filled once.
extension ColumnTable {
  /// Hands the table out as a stream of its batches, any number of times.
  ///
  /// Nothing is copied: a batch stays in memory until the receiver has released it, and nobody has
  /// the table any more.
  package func export(to stream: UnsafeMutablePointer<ArrowArrayStream>) {
    var rest = Array(batches.reversed())
    ColumnTable.stream(fields, to: stream) { rest.popLast() }
  }

  /// Hands out batches that are made when the receiver asks for them.
  ///
  /// - Parameters:
  ///   - fields: The columns.
  ///   - stream: What is filled; the receiver releases it once, from any thread.
  ///   - next: Makes the next batch, which nobody changes any more, and `nil` after the last. An
  ///     error ends the stream, and the receiver gets its text. It may be called by any thread, but
  ///     never by two at once, and is let go at the end or with the stream.
  package static func stream(
    _ fields: [ColumnField], to stream: UnsafeMutablePointer<ArrowArrayStream>,
    next: @escaping () throws -> ColumnBatch?
  ) {
    let schema = SchemaContent(format: "+s", flags: 0, children: fields.map(SchemaContent.init))
    StreamContent(schema: schema) { try next().map(ArrayContent.init) }.export(to: stream)
  }
}

extension SchemaContent {
  /// Describes a column.
  init(_ field: ColumnField) {
    self.init(format: field.kind.format, name: field.name, metadata: field.metadata)
    if field.kind == .list { children = [SchemaContent(format: "u", name: "item")] }
    if field.kind == .name { dictionary = [SchemaContent(format: "u")] }
  }
}

extension ColumnKind {
  /// The type in the C interface.
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

// Safe: the buffers are the batch's, which `owner` holds, and nobody writes to it any more.
extension ArrayContent {
  /// The columns of a batch.
  init(_ batch: ColumnBatch) {
    self.init(
      length: batch.rowCount, nullCount: 0, buffers: [nil],
      children: batch.columns.map { ArrayContent($0, owner: batch) }, owner: batch)
  }

  /// The buffers of a column.
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
