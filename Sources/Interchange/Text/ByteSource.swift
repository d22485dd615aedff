import AdherenceAnalytics
import CZlib
package import Diagnostics
import Formats
import Foundation
import Scheduling

/// A stream of bytes that is read once, block by block.
package struct ByteSource {
  /// The stream's name in error messages.
  package let name: String
  /// Appends the next block; returns `false` and appends nothing at the end.
  package let appendBlock: (inout [UInt8]) throws(InputError) -> Bool

  /// Creates a stream from a producer of blocks.
  package init(name: String, appendBlock: @escaping (inout [UInt8]) throws(InputError) -> Bool) {
    self.name = name
    self.appendBlock = appendBlock
  }

  /// Returns an empty stream.
  package static func empty(_ name: String) -> ByteSource { ByteSource(name: name) { _ in false } }

  /// Opens a file (`-` for standard input).
  ///
  /// A folder can be opened, but fails at its first block.
  package init(path: String, name: String) throws(InputError) {
    let file = try OpenFile(path: path, name: name)
    self.init(name: name) { bytes throws(InputError) in try file.appendBlock(to: &bytes) }
  }
}

/// An owned file descriptor, closed with the last reference.
private final class OpenFile {
  private let descriptor: Int32
  private let name: String
  private var block = [UInt8](repeating: 0, count: 65_536)

  init(path: String, name: String) throws(InputError) {
    if path != "-" { try FileType.requireFile(path, name: name) }
    descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    self.name = name
    if descriptor < 0 { throw InputError(reading: name, errno) }
  }

  deinit {
    if descriptor > STDIN_FILENO { close(descriptor) }
  }

  func appendBlock(to bytes: inout [UInt8]) throws(InputError) -> Bool {
    var count = read(descriptor, &block, block.count)
    while count < 0, errno == EINTR { count = read(descriptor, &block, block.count) }
    if count < 0 { throw InputError(reading: name, errno) }
    bytes.append(contentsOf: block[..<count])
    return count > 0
  }
}

extension ByteSource {
  /// Reads at least `count` leading bytes unless the stream is shorter, and returns a stream that
  /// starts with them again.
  package func peeking(
    _ count: Int
  ) throws(InputError) -> (firstBytes: [UInt8], source: ByteSource) {
    var head: [UInt8] = []
    while head.count < count, try appendBlock(&head) {}
    return (head, ByteSource(name: name, head, before: self))
  }

  /// Creates a stream of some bytes followed by another stream.
  private init(name: String, _ head: [UInt8], before rest: ByteSource) {
    var head: [UInt8]? = head
    self.init(name: name) { bytes throws(InputError) in
      if let first = head, !first.isEmpty {
        bytes.append(contentsOf: first)
        head = nil
        return true
      }
      return try rest.appendBlock(&bytes)
    }
  }

  /// Returns the decompressed content of a gzip stream, with bounded memory.
  ///
  /// All members are read; zero padding at the end is skipped. An empty stream has no content.
  /// Content returned before an error may be damaged.
  ///
  /// - Parameter budget: The limit on the size of the content, shared by streams that are
  ///   decompressed together.
  /// - Returns: The content, which throws an `InputError` if the data are damaged, followed by
  ///   other data, truncated, or exceed the budget.
  /// - Throws: `InputError` if memory cannot be allocated.
  package func gunzipped(
    within budget: UnpackingBudget = UnpackingBudget()
  ) throws(InputError) -> ByteSource {
    let decoder = try GzipDecoder(self, budget)
    return ByteSource(name: name) { [name] bytes throws(InputError) in
      do throws(InputError) { return try decoder.appendBlock(to: &bytes) } catch {
        throw error.at(source: name)
      }
    }
  }

  /// Returns the text in UTF-8 without its byte order mark, with bounded memory.
  ///
  /// UTF-8 is not validated. An unpaired surrogate or incomplete code unit throws an `InputError`
  /// with its byte offset. The five undefined bytes of Windows-1252 are mapped to control
  /// characters, like in the WHATWG Encoding Standard.
  package func decoded(from encoding: TextEncoding) throws(InputError) -> ByteSource {
    switch encoding {
    case .utf8: try withoutByteOrderMark()
    case .utf16LittleEndian: transcoded(by: UTF16Transcoder(isBigEndian: false))
    case .utf16BigEndian: transcoded(by: UTF16Transcoder(isBigEndian: true))
    case .windows1252: transcoded(by: Windows1252Transcoder())
    }
  }

  private func withoutByteOrderMark() throws(InputError) -> ByteSource {
    let mark = TextEncoding.utf8.byteOrderMark
    let (head, whole) = try peeking(mark.count)
    guard head.starts(with: mark) else { return whole }
    return ByteSource(name: name, Array(head.dropFirst(mark.count)), before: self)
  }

  private func transcoded(by transcoder: some Transcoder) -> ByteSource {
    var transcoder = transcoder
    var block: [UInt8] = []
    return ByteSource(name: name) { [self] text throws(InputError) in
      let start = text.count
      repeat {
        block.removeAll(keepingCapacity: true)
        do throws(InputError) {
          guard try appendBlock(&block) else {
            try transcoder.finish()
            return false
          }
          try transcoder.append(block, to: &text)
        } catch {
          throw error.at(source: name)
        }
      } while text.count == start
      return true
    }
  }
}

/// An incremental gzip decompressor for concatenated members, optionally followed by zero padding.
///
/// Safe: the stream keeps its address until `deinit`. zlib gets the memory of both arrays with
/// their counts for one call each, and positions come from the counts that it leaves.
final class GzipDecoder {
  /// The position in the structure of the file.
  private enum State { case start, member, end, padding }

  private var state = State.start
  private let stream: UnsafeMutablePointer<z_stream>
  private let source: ByteSource
  private let budget: UnpackingBudget
  private var input: [UInt8] = []
  private var position = 0
  private var output = [UInt8](repeating: 0, count: 1 << 16)

  init(_ source: ByteSource, _ budget: UnpackingBudget) throws(InputError) {
    (self.source, self.budget) = (source, budget)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard regimen_inflate_begin(stream) == Z_OK else { throw GzipDecoder.damage }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
  }

  private static let damage = InputError(
    .broken(.init("is not valid gzip data (download the file or compress it again)")))

  /// Appends part of the content; returns `false` at the end.
  func appendBlock(to bytes: inout [UInt8]) throws(InputError) -> Bool {
    while try fill() {
      try beginMember()
      guard state == .member else { continue }
      let count = try inflateInput()
      guard budget.take(count) else {
        throw InputError(
          .tooLarge(
            what: "bytes for its size when it is unpacked", limit: budget.limit,
            cure: "if this is intended, unpack it first with gunzip"))
      }
      bytes.append(contentsOf: output[..<count])
      if count > 0 { return true }
    }
    return false
  }

  /// Reads input unless some is left; returns `false` at the end.
  private func fill() throws(InputError) -> Bool {
    while position == input.count {
      input.removeAll(keepingCapacity: true)
      position = 0
      if try source.appendBlock(&input) { continue }
      if state == .member { throw InputError(.broken(.truncated)) }
      return false
    }
    return true
  }

  /// Enters the next member, or skips the padding after the last one.
  private func beginMember() throws(InputError) {
    while state == .end || state == .padding, position < input.count, input[position] == 0 {
      state = .padding
      position += 1
    }
    guard position < input.count else { return }
    switch state {
    case .start: break
    case .member: return
    case .end: inflateReset(stream)
    case .padding: throw GzipDecoder.damage
    }
    state = .member
  }

  /// Decompresses as much as fits into the output and returns its size.
  private func inflateInput() throws(InputError) -> Int {
    switch inflateOnce() {
    case Z_OK: break
    case Z_STREAM_END: state = .end
    default: throw GzipDecoder.damage
    }
    return output.count - Int(stream.pointee.avail_out)
  }

  private func inflateOnce() -> Int32 {
    input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        let available = UInt32(clamping: input.count - position)
        stream.pointee.next_in = input.baseAddress.map { $0 + position }
        stream.pointee.avail_in = available
        stream.pointee.next_out = output.baseAddress
        stream.pointee.avail_out = UInt32(output.count)
        let code = inflate(stream, Z_NO_FLUSH)
        let taken = Int(available - stream.pointee.avail_in)
        position += taken
        budget.add(packed: taken)
        return code
      }
    }
  }
}
