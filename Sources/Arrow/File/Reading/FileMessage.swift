import Diagnostics
import Interchange
import Scheduling

/// An IPC message: its metadata and the range of its body.
struct FileMessage {
  var kind: MessageKind
  var header: FlatReader
  var body: Range<Int>

  /// Reads the message at an offset; `nil` at the end of a stream.
  init?(_ file: DatasetFile, at start: Int) throws(InputError) {
    guard let head = try FileMessage.head(file, at: start) else { return nil }
    let message = try FlatReader(file.bytes(head))
    // Version 4 differs from version 5 only in unions.
    let version = try message.number(0, or: Int16(0))
    guard 3...4 ~= version else {
      throw InputError(.unsupported(part: "version \(Int(version) + 1) of Arrow files"))
    }
    let code = try message.number(1, or: UInt8(0))
    guard let kind = MessageKind(rawValue: code) else {
      throw InputError(.unsupported(part: "message \(code) of Arrow files"))
    }
    let length = try message.number(3, or: Int64(0))
    guard let header = try message.table(2), 0...Int64(file.size - head.upperBound) ~= length else {
      throw .damaged(.place)
    }
    (self.kind, self.header) = (kind, header)
    body = head.upperBound..<head.upperBound + Int(length)
  }

  /// Returns the range of a message's metadata; `nil` at the end of a stream.
  private static func head(
    _ file: DatasetFile, at start: Int
  ) throws(InputError) -> Range<Int>? {
    // A stream may end without an end marker, but not within a message.
    if start == file.size { return nil }
    var place = start
    // Older versions have no continuation marker before the length.
    var length = try file.number(at: place, Int32.self)
    place += 4
    if length == -1 {
      length = try file.number(at: place, Int32.self)
      place += 4
    }
    if length == 0 { return nil }
    guard length > 0, Int(length) <= file.size - place else { throw .damaged(.place) }
    return place..<place + Int(length)
  }
}

// Safe: `bytes` gives as many as the number has, or throws.
extension DatasetFile {
  /// Reads a range of bytes, which must lie within the file.
  func bytes(_ range: Range<Int>) throws(InputError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= size else { throw .damaged(.place) }
    var bytes: [UInt8] = []
    try append(range, to: &bytes)
    return bytes
  }

  /// Reads a little-endian integer, which must lie within the file.
  func number<Number: FixedWidthInteger>(
    at place: Int, _: Number.Type
  ) throws(InputError) -> Number {
    let bytes = try bytes(place..<place + MemoryLayout<Number>.size)
    return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
  }
}
