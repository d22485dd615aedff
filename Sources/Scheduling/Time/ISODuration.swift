/// An ISO 8601 duration in three units that cannot be converted into each other: months, days and seconds.
///
/// Months and days are civil: a day may have 23 or 25 hours. Seconds are elapsed. In the text form of ISO
/// 8601, `Y M W D` are civil and `H M S` elapsed.
///
///     print(ISODuration("P1Y2M")!.months, ISODuration("P1DT12H")!.seconds)  // 14 43200
///     print(ISODuration(days: 1, seconds: 5400))  // P1DT1H30M
public struct ISODuration: Hashable, Sendable {
  /// Civil months; a year is twelve.
  public var months: Int
  /// Civil days; a week is seven.
  public var days: Int
  /// Elapsed seconds.
  public var seconds: Int

  /// The zero duration.
  public static let zero = ISODuration()

  /// The maximum of each part, which exceeds the length of the calendar.
  public static let limits = (months: 120_000, days: 3_660_000, seconds: 400_000_000_000)

  /// Creates a duration from its parts.
  public init(months: Int = 0, days: Int = 0, seconds: Int = 0) {
    precondition(
      ISODuration.isValid(months: months, days: days, seconds: seconds),
      "a duration needs parts of 0 or more within the calendar: \(months), \(days), \(seconds)")
    self.months = months
    self.days = days
    self.seconds = seconds
  }

  /// Whether the duration is zero.
  public var isZero: Bool { self == .zero }
  /// Whether the duration has months or days.
  public var isCivil: Bool { months > 0 || days > 0 }

  /// Whether every part is in 0 to ``limits``; parts can be set to invalid values.
  var isValid: Bool { ISODuration.isValid(months: months, days: days, seconds: seconds) }

  private static func isValid(months: Int, days: Int, seconds: Int) -> Bool {
    0...limits.months ~= months && 0...limits.days ~= days && 0...limits.seconds ~= seconds
  }
}

extension ISODuration: LosslessStringConvertible {
  /// Parses an ISO 8601 duration such as `P1D`, `P2W`, `PT8H` or `P1DT12H`.
  ///
  /// Fractions, signs, repeated units and units out of order are rejected.
  public init?(_ text: String) {
    var scanner = TextScanner(text)
    var parts = Parts()
    guard scanner.skip("P"), !scanner.isAtEnd else { return nil }
    if !scanner.isNext("T") {
      guard parts.read(ISODuration.civilUnits, from: &scanner) else { return nil }
    }
    if scanner.skip("T") {
      guard parts.read(ISODuration.elapsedUnits, from: &scanner) else { return nil }
    }
    guard scanner.isAtEnd,
      ISODuration.isValid(months: parts.months, days: parts.days, seconds: parts.seconds)
    else { return nil }
    self.init(months: parts.months, days: parts.days, seconds: parts.seconds)
  }

  /// The shortest text that is parsed to an equal duration; `PT0S` for zero.
  public var description: String {
    if isZero { return "PT0S" }
    let isWeeks = months == 0 && seconds == 0 && days.isMultiple(of: 7)
    let civil =
      isWeeks
      ? "\(days / 7)W"
      : ISODuration.text([(months / 12, "Y"), (months % 12, "M"), (days, "D")])
    let elapsed = ISODuration.text([
      (seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S"),
    ])
    return "P\(civil)" + (elapsed.isEmpty ? "" : "T\(elapsed)")
  }

  private static func text(_ parts: [(value: Int, unit: String)]) -> String {
    parts.filter { $0.value > 0 }.map { "\($0.value)\($0.unit)" }.joined()
  }
}

extension ISODuration {
  /// A letter of the text form and the length of one unit.
  private struct Unit {
    var letter: Character
    var length: ISODuration
  }

  private struct Parts {
    var months = 0
    var days = 0
    var seconds = 0

    /// Parses at least one number with its unit, in the order of `units`.
    mutating func read(_ units: [Unit], from scanner: inout TextScanner) -> Bool {
      var left = units[...]
      repeat {
        guard let value = scanner.number(upTo: 12),
          let index = left.firstIndex(where: { scanner.skip($0.letter) })
        else { return false }
        months += value * left[index].length.months
        days += value * left[index].length.days
        seconds += value * left[index].length.seconds
        left = left[(index + 1)...]
      } while !scanner.isAtEnd && !scanner.isNext("T")
      return true
    }
  }

  private static let civilUnits = [
    Unit(letter: "Y", length: ISODuration(months: 12)),
    Unit(letter: "M", length: ISODuration(months: 1)),
    Unit(letter: "W", length: ISODuration(days: 7)),
    Unit(letter: "D", length: ISODuration(days: 1)),
  ]
  private static let elapsedUnits = [
    Unit(letter: "H", length: ISODuration(seconds: 3600)),
    Unit(letter: "M", length: ISODuration(seconds: 60)),
    Unit(letter: "S", length: ISODuration(seconds: 1)),
  ]
}
