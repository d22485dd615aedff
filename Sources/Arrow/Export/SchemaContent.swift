import CArrow

/// The schema of a column in terms of Arrow's C data interface, before export.
package struct SchemaContent: Sendable {
  /// The format string, such as `tsu:UTC`.
  var format: String
  var name = ""
  /// The metadata in file order.
  var metadata: [ColumnField.Note] = []
  /// The flags, such as `ARROW_FLAG_NULLABLE`.
  var flags = Int64(ARROW_FLAG_NULLABLE)
  var children: [SchemaContent] = []
  /// The value type of a dictionary-encoded column; none or one.
  var dictionary: [SchemaContent] = []
}

// Safe: the receiver has room for the struct, and calls `release` with it once; lengths of notes are those of
// a file's head, below 2 GiB.
extension SchemaContent {
  /// Exports the schema.
  ///
  /// The consumer releases it once, on any thread.
  func export(to schema: UnsafeMutablePointer<ArrowSchema>) {
    let exported = ExportedSchema(self)
    schema.initialize(
      to: ArrowSchema(
        format: exported.format, name: exported.name, metadata: exported.metadata, flags: flags,
        n_children: Int64(children.count), children: exported.children.start,
        dictionary: exported.dictionary.start?.pointee, release: ExportedSchema.release,
        private_data: Unmanaged.passRetained(exported).toOpaque()))
  }

  /// The metadata in the encoding of the C data interface: 32-bit counts and lengths before keys
  /// and values.
  fileprivate var metadataBytes: [UInt8]? {
    guard !metadata.isEmpty else { return nil }
    var bytes: [UInt8] = []
    func put(_ count: Int) {
      withUnsafeBytes(of: Int32(truncatingIfNeeded: count)) { bytes += $0 }
    }
    put(metadata.count)
    for note in metadata {
      for text in [note.key, note.value] {
        put(text.utf8.count)
        bytes += text.utf8
      }
    }
    return bytes
  }
}

/// The private data of an exported schema, until the consumer releases it.
///
/// Safe: texts and lists are this object's until `release`, which is null from then on.
private final class ExportedSchema {
  let format: UnsafeMutablePointer<CChar>
  let name: UnsafeMutablePointer<CChar>
  let metadata: UnsafeMutablePointer<CChar>?
  let children: ExportedChildren<ArrowSchema>
  let dictionary: ExportedChildren<ArrowSchema>

  init(_ content: SchemaContent) {
    format = ExportedSchema.copy(content.format.utf8, closed: true)
    name = ExportedSchema.copy(content.name.utf8, closed: true)
    metadata = content.metadataBytes.map { ExportedSchema.copy($0, closed: false) }
    children = ExportedChildren(content.children) { $0.export(to: $1) }
    dictionary = ExportedChildren(content.dictionary) { $0.export(to: $1) }
  }

  deinit {
    for text in [format, name] { text.deallocate() }
    metadata?.deallocate()
    for handedOut in [children, dictionary] {
      handedOut.free { schema in schema.pointee.release?(schema) }
    }
  }

  /// Copies bytes, optionally with a terminating 0.
  private static func copy(
    _ bytes: some Collection<UInt8>, closed: Bool
  ) -> UnsafeMutablePointer<CChar> {
    let count = bytes.count + (closed ? 1 : 0)
    let target = UnsafeMutablePointer<CChar>.allocate(capacity: count)
    for (place, byte) in bytes.enumerated() { target[place] = CChar(bitPattern: byte) }
    if closed { target[count - 1] = 0 }
    return target
  }

  static let release: @convention(c) (UnsafeMutablePointer<ArrowSchema>?) -> Void = { schema in
    guard let schema, schema.pointee.release != nil, let data = schema.pointee.private_data else {
      return
    }
    schema.pointee.release = nil
    Unmanaged<ExportedSchema>.fromOpaque(data).release()
  }
}
