/// The magic bytes of Arrow files and messages.
enum FileMark {
  static let start: [UInt8] = Array("ARROW1\0\0".utf8)
  static let end: [UInt8] = Array("ARROW1".utf8)
  /// The continuation marker before the length of a message.
  static let continuation: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
}

/// The location of a message in a file.
struct FileBlock: Hashable {
  var start: Int
  /// The length of the metadata, including its length prefix.
  var headLength: Int
  var bodyLength: Int

  /// Returns the blocks of a footer.
  static func list(_ blocks: [FileBlock]) -> FlatTable.Value {
    let bytes = blocks.flatMap { block in
      Int64(block.start).flatBytes + Int64(block.headLength).flatBytes
        + Int64(block.bodyLength).flatBytes
    }
    return .structs(bytes, count: blocks.count)
  }
}
