package import Formats
import Interchange
package import Scheduling

/// A FHIR `dateTime`: a year, a month, a date, or a time with or without an offset.
///
/// Fractional seconds are truncated, and second 60 is read as 59. The value represents its whole
/// extent: a date the whole day, a month all its days.
package struct FHIRDateTime: Hashable, Sendable {
  /// The precision.
  package enum Precision: Hashable, Sendable {
    case year, month, day, second
  }

  /// Its first second in local time.
  package let local: CivilDateTime
  /// The seconds east of UTC; `nil` without an offset, so that the patient's time zone applies.
  package let offset: Int?
  /// The precision.
  package let precision: Precision

  package init(_ local: CivilDateTime, offset: Int? = nil, precision: Precision = .second) {
    (self.local, self.offset, self.precision) = (local, offset, precision)
  }

  /// Parses a text such as `2024`, `2024-02`, `2024-02-29` or `2024-02-29T08:00:00+01:00`; `nil`
  /// for others.
  package init?(_ text: String) { self.init(utf8: Array(text.utf8)[...]) }

  /// Parses the text of a value; `nil` if it is not a `dateTime`.
  ///
  /// Safe: the bytes are the document's, lent for the call.
  package init?(_ node: JSONNode) {
    guard node.kind == .text else { return nil }
    guard let bytes = node.plainBytes else {
      self.init(node.text ?? "")
      return
    }
    if let time = bytes.withUnsafeBufferPointer({ FHIRDateTime(second: $0) }) {
      self = time
    } else {
      self.init(utf8: bytes)
    }
  }
}

// Conversion to moments.
extension FHIRDateTime {
  /// Whether there is no time of day.
  package var isDate: Bool { precision != .second }
  /// Whether the day is missing.
  package var isPartial: Bool { precision == .year || precision == .month }
  /// Whether there is a time of day without an offset.
  package var lacksOffset: Bool { precision == .second && offset == nil }

  /// Its first moment, an instant if it has an offset.
  package var moment: LocalOrInstant {
    guard let offset else { return .local(local) }
    return .instant(Instant(seconds: local.localSeconds - Int64(offset)))
  }

  /// Returns its first moment in a time zone.
  package func first(in zone: Zone) -> Instant { moment.instant(in: zone) }

  /// The moment after its last second; `nil` beyond the calendar.
  package var next: LocalOrInstant? {
    switch precision {
    case .year: CivilDate(year: local.date.year + 1, month: 1, day: 1).map(FHIRDateTime.midnight)
    case .month: nextMonth.map(FHIRDateTime.midnight)
    case .day: local.date == .last ? nil : FHIRDateTime.midnight(local.date.adding(days: 1))
    case .second: nextSecond
    }
  }

  private var nextMonth: CivilDate? {
    let (year, month, _) = local.date.parts
    return CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)
  }

  private var nextSecond: LocalOrInstant? {
    switch moment {
    case .instant(let instant): .instant(instant.adding(seconds: 1))
    case .local(let local): local == .last ? nil : .local(local.adding(seconds: 1))
    }
  }

  private static func midnight(_ date: CivilDate) -> LocalOrInstant {
    .local(CivilDateTime(date: date))
  }

  /// Returns the local time of its first moment in a time zone.
  package func civil(in zone: Zone) -> CivilDateTime { moment.civil(in: zone) }
}

// Parsing.
extension FHIRDateTime {
  private init?(utf8 bytes: ArraySlice<UInt8>) {
    var digits = DigitScanner(bytes)
    guard let (date, precision) = digits.date() else { return nil }
    guard precision == .day, digits.skip("T") else {
      guard digits.isAtEnd else { return nil }
      self.init(CivilDateTime(date: date), precision: precision)
      return
    }
    guard let time = digits.time() else { return nil }
    let offset = digits.isAtEnd ? nil : digits.offset()
    guard digits.isAtEnd else { return nil }
    self.init(CivilDateTime(date: date, time: time), offset: offset)
  }
}

/// Scans numbers of fixed width.
struct DigitScanner {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard let byte = rest.first, UInt32(byte) == character.value else { return false }
    rest.removeFirst()
    return true
  }

  mutating func number(_ width: Int) -> Int? {
    guard rest.count >= width else { return nil }
    var value = 0
    for byte in rest.prefix(width) {
      guard 48...57 ~= byte else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    rest.removeFirst(width)
    return value
  }

  /// Parses `2024`, `2024-02` or `2024-02-29`, as its first day.
  fileprivate mutating func date() -> (CivilDate, FHIRDateTime.Precision)? {
    guard let year = number(4) else { return nil }
    var parts = [1, 1]
    var precision = FHIRDateTime.Precision.year
    for (index, next) in [FHIRDateTime.Precision.month, .day].enumerated() where skip("-") {
      guard precision != .year || index == 0, let part = number(2) else { return nil }
      (parts[index], precision) = (part, next)
    }
    return CivilDate(year: year, month: parts[0], day: parts[1]).map { ($0, precision) }
  }

  /// Parses `08:00:30` or `08:00:30.250`, truncating the fraction.
  mutating func time() -> CivilTime? {
    guard let hour = number(2), skip(":"), let minute = number(2), skip(":"),
      let second = number(2), second <= 60
    else { return nil }
    if skip(".") {
      let digits = rest.prefix { 48...57 ~= $0 }
      guard !digits.isEmpty else { return nil }
      rest.removeFirst(digits.count)
    }
    return CivilTime(hour: hour, minute: minute, second: min(second, 59))
  }

  /// Parses `Z` or an offset up to 14 hours, in seconds east of UTC; on failure the position is
  /// unchanged.
  fileprivate mutating func offset() -> Int? {
    var scanner = self
    if scanner.skip("Z") {
      self = scanner
      return 0
    }
    let isWest = scanner.skip("-")
    guard isWest || scanner.skip("+"), let hours = scanner.number(2), scanner.skip(":"),
      let minutes = scanner.number(2), minutes < 60, hours * 60 + minutes <= 14 * 60
    else { return nil }
    self = scanner
    return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
