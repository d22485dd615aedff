import Scheduling

/// The UCUM units of time in a Timing.
enum UnitOfTime: String, CaseIterable, Hashable, Sendable {
  case s, min, h, d, wk, mo, a
}

/// A length in a Timing, such as 1.5 d.
struct TimingLength: Hashable, Sendable {
  var value: DecimalNumber
  var unit: UnitOfTime

  /// The maximum length.
  private static let longest = ISODuration.limits

  /// Returns the period: civil for whole days and months, elapsed otherwise.
  ///
  /// - Throws: The reason why it is not a period.
  func period() throws(Rejection) -> ISODuration {
    if isTooLong { throw .tooLong }
    switch unit {
    case .s, .min, .h: return ISODuration(seconds: try seconds(of: unit.seconds))
    case .d, .wk:
      let days = unit == .d ? 1 : 7
      if let whole = value.multiple(of: days) { return ISODuration(days: whole) }
      return ISODuration(seconds: try seconds(of: days * 86_400))
    case .mo, .a:
      guard let months = value.multiple(of: unit == .mo ? 1 : 12) else { throw .fraction }
      return ISODuration(months: months)
    }
  }

  /// Why a length is not a period.
  enum Rejection: Error { case fraction, tooLong }

  private func seconds(of unit: Int) throws(Rejection) -> Int {
    guard let seconds = value.multiple(of: unit) else { throw .fraction }
    return seconds
  }

  private var isTooLong: Bool {
    let value = value.approximate
    switch unit {
    case .s, .min, .h, .d, .wk:
      return value * Double(unit.seconds) > Double(TimingLength.longest.days) * 86_400
    case .mo, .a: return value * (unit == .mo ? 1 : 12) > Double(TimingLength.longest.months)
    }
  }
}

extension UnitOfTime {
  /// The length in seconds; months have 30 days.
  var seconds: Int {
    switch self {
    case .s: 1
    case .min: 60
    case .h: 3600
    case .d: 86_400
    case .wk: 604_800
    case .mo: 2_592_000
    case .a: 31_536_000
    }
  }
}

extension ISODuration {
  /// The nominal length in seconds; months have 30 days, years 365.
  var usualSeconds: Int {
    ((months / 12 * 365 + months % 12 * 30) + days) * 86_400 + seconds
  }
}
