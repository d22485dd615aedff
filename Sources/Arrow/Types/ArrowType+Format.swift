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
