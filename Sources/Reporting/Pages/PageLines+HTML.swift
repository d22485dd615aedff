import AdherenceAnalytics
import Charts

extension PatientLine: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "name": .text(self.name)
    case "group": .optional(group.isEmpty ? nil : group)
    case "url": .optional(page.map(PageURL.encoded))
    case "spark": .text(sparkline?.svg() ?? "")
    case "ratioText": .text(PageText.share(ratio, missing: missing))
    case "interval": .text(IntervalBar.html(ratio, lower, upper))
    case "streakText": .text(PageText.count(streak))
    case "lastText": .text(lastEvent ?? PageText.none)
    case "lastEvent": .optional(lastEvent)
    case "planEnd": .optional(planEnd)
    case "flags": .list(flags)
    default: nil
    }
  }
}

extension TaskLine: PageObject {
  func child(named name: String) -> PageValue? {
    switch name {
    case "name": .text(self.name)
    case "plan": .optional(plan.isEmpty ? nil : plan)
    case "notes": .optional(notes.isEmpty ? nil : notes)
    case "countsText": .text(counts.isEmpty ? PageText.none : counts)
    case "ratioText": .text(PageText.share(ratio, missing: missing))
    case "interval": .text(IntervalBar.html(ratio, lower, upper))
    case "streakText": .text(PageText.count(streak))
    case "longestText": .text(PageText.count(longestStreak))
    case "lastText": .text(lastEvent ?? PageText.none)
    case "flags": .list(flags)
    default: nil
    }
  }
}

/// Formatting of texts and numbers for pages.
enum PageText {
  /// Escapes a text as in SVG.
  static func escaped(_ text: String) -> String {
    if text.isPlain { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count + 16)
    bytes.appendEscaped(text)
    return String(decoding: bytes, as: UTF8.self)
  }

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
    return shown == total ? "\(total) doubts" : "The first \(shown) of \(total) doubts"
  }

  /// Formats a count.
  static func count(_ count: Int?) -> String { count.map(String.init) ?? none }
}

/// An interval as numbers, with a bar from 0 to 100 % below.
enum IntervalBar {
  /// Returns the markup of an interval; empty if it is missing.
  static func html(_ ratio: Double?, _ lower: Double?, _ upper: Double?) -> String {
    guard let ratio, let lower, let upper else { return "" }
    let (from, to) = (percent(lower), percent(upper))
    let style = "--l:\(from)%;--w:\(max(to - from, 1))%;--r:\(percent(ratio))%"
    return "\(from)–\(to)<i style=\"\(style)\"></i>"
  }

  private static func percent(_ share: Double) -> Int {
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
