/// The bytes by which Arrow's files are known, and their messages.
enum FileMark {
  static let start: [UInt8] = Array("ARROW1\0\0".utf8)
  static let end: [UInt8] = Array("ARROW1".utf8)
  /// What stands before the length of a message.
  static let continuation: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
}

/// Where a message lies in a file.
struct FileBlock: Hashable {
  var start: Int
  /// The bytes before the body, its own length included.
  var headLength: Int
  var bodyLength: Int

  /// The places of messages in the footer.
  static func list(_ blocks: [FileBlock]) -> FlatTable.Value {
    let bytes = blocks.flatMap { block in
      Int64(block.start).flatBytes + Int64(block.headLength).flatBytes
        + Int64(block.bodyLength).flatBytes
    }
    return .structs(bytes, count: blocks.count)
  }
}
