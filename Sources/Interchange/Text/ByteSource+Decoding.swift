package import Scheduling

extension ByteSource {
  /// Reads leading bytes, at least `count` unless the stream is shorter, and returns a stream that
  /// still begins with them.
  package func peeking(
    _ count: Int
  ) throws(InputError) -> (firstBytes: [UInt8], source: ByteSource) {
    var head: [UInt8] = []
    while head.count < count, try appendBlock(&head) {}
    return (head, ByteSource(name: name, head, before: self))
  }

  /// A stream of some bytes, then those of another stream.
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

  /// The decompressed content of a gzip stream, in bounded memory.
  ///
  /// All members are read; zero padding at the end is skipped. A stream without a byte has no content.
  /// What was returned before an error may be damaged.
  ///
  /// - Parameter budget: What the content may grow to; one for all streams that are unpacked together.
  /// - Returns: The content, which throws an `InputError` where the data are damaged, continue with something
  ///   else, end within a member, or exceed the budget.
  /// - Throws: `InputError` where there is no memory for it.
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

  /// The text in UTF-8 without its byte order mark, in bounded memory.
  ///
  /// UTF-8 passes unchecked. A lone surrogate or half a code unit is an `InputError` with its byte
  /// offset. Windows-1252 maps the five bytes that it leaves undefined to control characters, as the
  /// WHATWG Encoding Standard does.
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
