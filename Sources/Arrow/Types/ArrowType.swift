/// The type and memory layout of a column, as stated by the format string of its schema.
///
/// A dictionary-encoded column has the type of its indices; ``ArrowField`` has the value type.
package enum ArrowType: Hashable, Sendable {
  /// Only nulls, without buffers.
  case null
  /// Bits.
  case boolean
  case integer(bytes: Int, isSigned: Bool)
  case float(bytes: Int)
  case decimal(precision: Int, scale: Int, bytes: Int)
  case text(Extent)
  case binary(Extent)
  case fixedBinary(bytes: Int)
  case date(DateUnit)
  /// A time of day.
  case time(TimeUnit)
  /// An instant with a display zone, or a local time if the column has no zone.
  case timestamp(TimeUnit, zone: String?)
  case duration(TimeUnit)
  /// Months, days and times of unknown length.
  case interval
  case list(ListExtent)
  case fixedList(count: Int)
  case structure
  case map
  case union
  case runEndEncoded

  /// The encoding of the range of a text or binary value.
  package enum Extent: Hashable, Sendable {
    /// 32-bit offsets.
    case small
    /// 64-bit offsets.
    case large
    /// 16-byte views that contain a short text or refer to a long one.
    case view
  }

  /// The encoding of the range of a list's elements.
  package enum ListExtent: Hashable, Sendable {
    case small, large, smallView, largeView
  }

  /// The unit of dates, counted from 1970-01-01.
  package enum DateUnit: Hashable, Sendable {
    case days, milliseconds
  }

  /// The unit of times.
  package enum TimeUnit: String, CaseIterable, Hashable, Sendable {
    case seconds = "s"
    case milliseconds = "m"
    case microseconds = "u"
    case nanoseconds = "n"

    /// The number of units per second.
    package var perSecond: Int64 {
      switch self {
      case .seconds: 1
      case .milliseconds: 1_000
      case .microseconds: 1_000_000
      case .nanoseconds: 1_000_000_000
      }
    }
  }
}

extension ArrowType {
  /// The display name of the type, as most programs print it.
  package var name: String {
    switch self {
    case .integer(let bytes, let isSigned): "\(isSigned ? "int" : "uint")\(bytes * 8)"
    case .float(let bytes): "float\(bytes * 8)"
    case .decimal(let precision, let scale, let bytes):
      "decimal\(bytes * 8)(\(precision), \(scale))"
    case .timestamp(let unit, let zone):
      "timestamp[\(unit.name)\(zone.map { ", \($0)" } ?? "")]"
    case .time(let unit): "time[\(unit.name)]"
    case .duration(let unit): "duration[\(unit.name)]"
    case .null, .boolean, .text, .binary, .fixedBinary, .date, .interval, .list, .fixedList,
      .structure, .map, .union, .runEndEncoded:
      ArrowType.words[self] ?? plainName
    }
  }

  private static let words: [ArrowType: String] = [
    .null: "null", .boolean: "bool",
    .text(.small): "string", .text(.large): "large_string", .text(.view): "string_view",
    .binary(.small): "binary", .binary(.large): "large_binary", .binary(.view): "binary_view",
    .date(.days): "date32", .date(.milliseconds): "date64", .interval: "interval",
    .structure: "struct", .map: "map", .union: "union", .runEndEncoded: "run_end_encoded",
  ]

  /// The name of a type whose parameters are not shown.
  private var plainName: String {
    switch self {
    case .fixedBinary: "fixed_size_binary"
    case .fixedList: "fixed_size_list"
    default: "list"
    }
  }
}

extension ArrowType.TimeUnit {
  /// The symbol of the unit.
  package var name: String { self == .seconds ? "s" : "\(rawValue)s" }
}

extension ArrowType {
  /// Parses a format string; `nil` if the specification has no such type.
  package init?(format: String) {
    if let type = ArrowType.plain[format] {
      self = type
    } else if let type = ArrowType.parameterized.lazy.compactMap({ prefix, read in
      format.hasPrefix(prefix) ? read(format.dropFirst(prefix.count)) : nil
    }).first {
      self = type
    } else {
      return nil
    }
  }

  /// The format strings without parameters.
  private static let plain: [String: ArrowType] = [
    "n": .null, "b": .boolean,
    "c": .integer(bytes: 1, isSigned: true), "C": .integer(bytes: 1, isSigned: false),
    "s": .integer(bytes: 2, isSigned: true), "S": .integer(bytes: 2, isSigned: false),
    "i": .integer(bytes: 4, isSigned: true), "I": .integer(bytes: 4, isSigned: false),
    "l": .integer(bytes: 8, isSigned: true), "L": .integer(bytes: 8, isSigned: false),
    "e": .float(bytes: 2), "f": .float(bytes: 4), "g": .float(bytes: 8),
    "u": .text(.small), "U": .text(.large), "vu": .text(.view),
    "z": .binary(.small), "Z": .binary(.large), "vz": .binary(.view),
    "tdD": .date(.days), "tdm": .date(.milliseconds),
    "tts": .time(.seconds), "ttm": .time(.milliseconds),
    "ttu": .time(.microseconds), "ttn": .time(.nanoseconds),
    "tDs": .duration(.seconds), "tDm": .duration(.milliseconds),
    "tDu": .duration(.microseconds), "tDn": .duration(.nanoseconds),
    "tiM": .interval, "tiD": .interval, "tin": .interval,
    "+l": .list(.small), "+L": .list(.large), "+vl": .list(.smallView), "+vL": .list(.largeView),
    "+s": .structure, "+m": .map, "+r": .runEndEncoded,
  ]

  /// The prefixes of format strings with parameters.
  private static let parameterized: [(prefix: String, read: @Sendable (Substring) -> ArrowType?)] =
    [
      ("ts", { timestamp($0) }),
      ("d:", { decimal($0) }),
      ("w:", { count($0).map { .fixedBinary(bytes: $0) } }),
      ("+w:", { count($0).map { .fixedList(count: $0) } }),
      ("+ud:", { _ in .union }),
      ("+us:", { _ in .union }),
    ]

  /// Parses `u:Europe/Berlin`; without a name after the colon the time has no zone.
  private static func timestamp(_ text: Substring) -> ArrowType? {
    guard let unit = text.first.flatMap({ TimeUnit(rawValue: String($0)) }),
      text.dropFirst().first == ":"
    else { return nil }
    let zone = text.dropFirst(2)
    return .timestamp(unit, zone: zone.isEmpty ? nil : String(zone))
  }

  /// Parses `19,10` (128 bits), or `19,10,256` with the number of bits.
  private static func decimal(_ text: Substring) -> ArrowType? {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
    guard 2...3 ~= numbers.count, let precision = numbers[0], let scale = numbers[1],
      let bits = numbers.count == 3 ? numbers[2] : 128, [32, 64, 128, 256].contains(bits),
      -100...100 ~= scale
    else { return nil }
    return .decimal(precision: precision, scale: scale, bytes: bits / 8)
  }

  private static func count(_ text: Substring) -> Int? {
    Int(text).flatMap { 0...Int(Int32.max) ~= $0 ? $0 : nil }
  }
}
