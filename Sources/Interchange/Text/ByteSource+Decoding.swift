package import Diagnostics
import Scheduling

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
