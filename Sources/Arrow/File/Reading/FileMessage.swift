import Interchange
import Scheduling

/// A message of an Arrow file: what is said about a body, and where the body lies.
struct FileMessage {
  var kind: MessageKind
  var header: FlatReader
  var body: Range<Int>

  /// Reads the message at a place; `nil` at the end of a stream.
  init?(_ file: DatasetFile, at start: Int) throws(InputError) {
    guard let head = try FileMessage.head(file, at: start) else { return nil }
    let message = try FlatReader(file.bytes(head))
    // The fourth version differs in unions only.
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

  /// Where what is said about a body stands; `nil` at the end of a stream.
  private static func head(
    _ file: DatasetFile, at start: Int
  ) throws(InputError) -> Range<Int>? {
    // A stream may end without saying so, but not within a message.
    if start == file.size { return nil }
    var place = start
    // Older programs write no mark before the length.
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
  /// The bytes at a place that has to be in the file.
  func bytes(_ range: Range<Int>) throws(InputError) -> [UInt8] {
    guard range.lowerBound >= 0, range.upperBound <= size else { throw .damaged(.place) }
    var bytes: [UInt8] = []
    try append(range, to: &bytes)
    return bytes
  }

  /// A number at a place that has to be in the file, its lowest byte first.
  func number<Number: FixedWidthInteger>(
    at place: Int, _: Number.Type
  ) throws(InputError) -> Number {
    let bytes = try bytes(place..<place + MemoryLayout<Number>.size)
    return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
  }
}
