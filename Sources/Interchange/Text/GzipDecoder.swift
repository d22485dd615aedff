import CZlib
import Diagnostics
import Scheduling

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
