import Charts

/// Formatting of texts and numbers for pages.
enum PageText {
  /// The text for a missing value.
  static let none = "–"

  /// Formats a share in per cent with one decimal, or the reason for its absence.
  static func share(_ share: Double?, missing: String = "") -> String {
    guard let share else { return missing.isEmpty ? none : none + " " + missing }
    return AxisTicks.text(share * 100, step: 0.1) + " %"
  }

  /// Replaces spaces before per cent signs by no-break spaces.
  static func unbroken(_ text: String) -> String {
    text.split(separator: " %", omittingEmptySubsequences: false).joined(separator: "\u{A0}%")
  }

  /// Returns the heading of the problems when only some are shown.
  static func doubts(shown: Int, of count: Int) -> String {
    let total = max(shown, count)
    return shown == total
      ? "\(total.grouped) doubts" : "The first \(shown.grouped) of \(total.grouped) doubts"
  }

  /// Formats a count.
  static func count(_ count: Int?) -> String { count.map(PageWords.amount) ?? none }

  /// Returns a share in whole per cent, from 0 to 100.
  static func percent(_ share: Double) -> Int {
    guard share.isFinite else { return 0 }
    return Int((min(max(share, 0), 1) * 100).rounded())
  }
}

/// URL encoding of file paths.
enum PageURL {
  /// Encodes a relative path: all bytes except letters, digits, `-`, `.`, `_`, `~`, `=` and `/` are
  /// percent-encoded, so that it cannot contain a scheme, host or query.
  static func encoded(_ path: String) -> String {
    var url = path.hasPrefix("/") ? "." : ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "/"):
        url.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        url += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return url
  }
}
