/// A supported character encoding of tables.
package enum TextEncoding: String, CaseIterable, Hashable, Sendable {
  case utf8 = "UTF-8"
  case utf16LittleEndian = "UTF-16LE"
  case utf16BigEndian = "UTF-16BE"
  case windows1252 = "Windows-1252"

  /// The IANA name.
  package var name: String { rawValue }

  /// Detects the encoding from a byte order mark or, for UTF-16 without one, from NUL bytes.
  ///
  /// `nil` if leading bytes do not suffice: a ``UTF8Census`` of the whole text distinguishes UTF-8
  /// from Windows-1252.
  package init?(firstBytes: [UInt8]) { self.init(prefix: firstBytes[...]) }

  private init?(prefix bytes: ArraySlice<UInt8>) {
    let marked = TextEncoding.allCases.first {
      !$0.byteOrderMark.isEmpty && bytes.starts(with: $0.byteOrderMark)
    }
    guard let encoding = marked ?? CodeUnitCounts(bytes).encoding else { return nil }
    self = encoding
  }

  /// The encoded U+FEFF; empty if the encoding has none.
  package var byteOrderMark: [UInt8] {
    switch self {
    case .utf8: [0xEF, 0xBB, 0xBF]
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .windows1252: []
    }
  }

  /// Returns the ASCII characters of a text in any of the encodings, without its byte order mark;
  /// other UTF-16 code units become `?`.
  static func ascii(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let encoding = TextEncoding(prefix: bytes) ?? .utf8
    var content = bytes
    if bytes.starts(with: encoding.byteOrderMark) {
      content = content.dropFirst(encoding.byteOrderMark.count)
    }
    switch encoding {
    case .utf8, .windows1252: return Array(content)
    case .utf16LittleEndian, .utf16BigEndian:
      let low = content.startIndex + (encoding == .utf16BigEndian ? 1 : 0)
      let high = content.startIndex + (encoding == .utf16BigEndian ? 0 : 1)
      return (0..<content.count / 2).map { unit in
        content[high + 2 * unit] == 0 ? content[low + 2 * unit] : UInt8(ascii: "?")
      }
    }
  }
}

/// The number of UTF-16 code units that are ASCII characters, for each byte order.
private struct CodeUnitCounts {
  private var all = 0
  private var littleEndian = 0
  private var bigEndian = 0

  init(_ bytes: ArraySlice<UInt8>) {
    var position = bytes.startIndex
    while position + 1 < bytes.endIndex {
      let (first, second) = (bytes[position], bytes[position + 1])
      all += 1
      littleEndian += second == 0 && first.isTextASCII ? 1 : 0
      bigEndian += first == 0 && second.isTextASCII ? 1 : 0
      position += 2
    }
  }

  var encoding: TextEncoding? {
    if isDominant(littleEndian, over: bigEndian) { return .utf16LittleEndian }
    return isDominant(bigEndian, over: littleEndian) ? .utf16BigEndian : nil
  }

  /// Returns whether a byte order explains the NUL bytes.
  ///
  /// Tables in other scripts have ASCII digits, delimiters and line breaks, at least a fifth of the
  /// code units. Stray NUL bytes of a text in another encoding are rarer, or occur in both orders.
  private func isDominant(_ count: Int, over other: Int) -> Bool {
    let isWhole = all >= 2 && count == all
    return isWhole || count >= 3 && count * 5 >= all && other * 20 <= count
  }
}

extension UInt8 {
  /// Whether the byte is a printable ASCII character, tab or line break.
  fileprivate var isTextASCII: Bool { 0x20..<0x7F ~= self || self == 9 || self == 10 || self == 13 }
}
