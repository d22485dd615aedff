import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Interchange
import Scheduling

/// Reads a shard's file sequentially and verifies its checksum.
final class ShardFile {
  let path: String
  private let descriptor: Int32
  private let expected: FileSum
  private var sum = Checksum64()
  private var buffer: [UInt8] = []
  private var place = 0

  private static let blockSize = 1 << 18

  /// Opens a file and checks its expected length.
  init(_ name: String, in folder: String, _ expected: FileSum?) throws(InputError) {
    path = "\(folder)/\(name)"
    guard let expected else { throw InputError(.missing, field: name, source: folder) }
    self.expected = expected
    try FileType.requireFile(path)
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let isMissing = errno == ENOENT
      throw isMissing
        ? InputError(.unreadable(reason: "the share lacks it"), source: path)
        : InputError(reading: path, errno)
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      Int(status.st_size) == expected.bytes
    else { throw .damaged(path) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the next bytes.
  ///
  /// - Throws: `InputError` at the end of the file.
  func take(_ count: Int) throws(InputError) -> [UInt8] {
    while buffer.count - place < count { guard try fill() else { throw .damaged(path) } }
    defer { place += count }
    return Array(buffer[place..<place + count])
  }

  /// Returns the bytes up to the next line feed; `nil` at the end of the file.
  func line() throws(InputError) -> [UInt8]? {
    var searched = place
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { place = end + 1 }
        return Array(buffer[place..<end])
      }
      let known = buffer.count - place
      guard try fill() else {
        if place == buffer.count { return nil }
        throw .damaged(path)
      }
      searched = place + known
    }
  }

  /// Throws if bytes remain, or if the checksum differs.
  func checkEnd() throws(InputError) {
    guard place == buffer.count, try !fill(), FileSum(sum) == expected else {
      throw .damaged(path)
    }
  }

  /// Reads the rest of the file and throws if the checksum differs.
  func checkAll() throws(InputError) {
    while try fill() { place = buffer.count }
    try checkEnd()
  }

  /// Returns the contents of a small file.
  func all() throws(InputError) -> [UInt8] {
    let bytes = try take(expected.bytes)
    try checkEnd()
    return bytes
  }

  /// Fills the buffer; `false` at the end of the file.
  ///
  /// Safe: the system fills no more than the wish, and says how much.
  private func fill() throws(InputError) -> Bool {
    // One byte more than expected detects a file that has grown.
    let wish = min(ShardFile.blockSize, max(0, expected.bytes - sum.count) + 1)
    var code = Int32(0)
    let block = [UInt8](unsafeUninitializedCapacity: wish) { bytes, count in
      var length = -1
      repeat {
        length = read(descriptor, bytes.baseAddress, wish)
      } while length < 0 && errno == EINTR
      code = length < 0 ? errno : 0
      count = max(0, length)
    }
    if code != 0 { throw InputError(reading: path, code) }
    sum.add(block)
    buffer.removeSubrange(..<place)
    place = 0
    buffer.append(contentsOf: block)
    return !block.isEmpty
  }
}
