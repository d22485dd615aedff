import Diagnostics
import Scheduling

extension ArrowColumn {
  /// Returns the value of a row as the field of a text table; `nil` for null.
  ///
  /// Fractions of a second are dropped. Times outside the calendar are formatted such that they do
  /// not parse as a time.
  ///
  /// - Throws: `InputError` for invalid UTF-8 or an invalid dictionary index.
  func text(_ row: Int) throws(InputError) -> String? {
    guard validity[row] else { return nil }
    if let values = dictionary {
      let index = integers?[row] ?? -1
      guard let place = Int(exactly: index), 0..<values.count ~= place else {
        throw InputError(.broken(.noEntry(index)))
      }
      return try values.text(place)
    }
    switch field.type {
    case .text: return try utf8(row)
    case .list, .fixedList: return try entries(row)
    default: return plainText(row)
    }
  }

  /// The maximum length of a text in bytes, equal to that of a record in a text file.
  private static let longestText = 16 << 20

  private func utf8(_ row: Int) throws(InputError) -> String {
    guard let bytes = texts?[row] else { return "" }
    guard bytes.count <= ArrowColumn.longestText else {
      throw InputError(.tooLarge(what: "bytes in one text", limit: ArrowColumn.longestText))
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InputError(.broken(.invalidUTF8))
    }
    return text
  }

  /// Returns the text of a value that is not itself text.
  private func plainText(_ row: Int) -> String? {
    switch field.type {
    case .boolean: return boolean(row) ? "true" : "false"
    case .float: return number(row).map { ArrowColumn.text(of: $0) }
    case .decimal(_, let scale, let bytes): return decimal(row, scale, bytes)
    case .integer(let bytes, let isSigned):
      guard let values = integers else { return nil }
      return bytes == 8 && !isSigned ? "\(values.unsigned(row))" : "\(values[row])"
    default: return integers.flatMap { field.type.text(of: $0[row]) }
    }
  }

  /// Returns the shortest digits that parse as the number, without a decimal point for whole
  /// numbers.
  private static func text(of number: Double) -> String {
    let text = number.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the value of a row of bits.
  ///
  /// Safe: the row is below `count`, and the sum below 2⁵⁸.
  @inline(__always)
  func boolean(_ row: Int) -> Bool {
    let bit = offset &+ row
    guard let byte = buffers?[0]?.load(fromByteOffset: bit &>> 3, as: UInt8.self) else {
      return false
    }
    return byte &>> UInt8(bit & 7) & 1 == 1
  }

  /// Returns the value of a row of 64-bit floating-point numbers.
  ///
  /// Safe: the row is below `count`, and the product below 2⁶².
  @inline(__always)
  func double(_ row: Int) -> Double {
    buffers?[0]?.loadUnaligned(fromByteOffset: (offset &+ row) &* 8, as: Double.self) ?? -1
  }

  /// Returns the value of a row of floating-point numbers; `nil` for other types.
  func number(_ row: Int) -> Double? {
    guard case .float(let bytes) = field.type, let start = buffers?[0] else { return nil }
    let place = (offset + row) * bytes
    switch bytes {
    case 2: return Double(start.loadUnaligned(fromByteOffset: place, as: Float16.self))
    case 4: return Double(start.loadUnaligned(fromByteOffset: place, as: Float.self))
    default: return start.loadUnaligned(fromByteOffset: place, as: Double.self)
    }
  }

  /// Returns the elements of a list as one field, without nulls.
  private func entries(_ row: Int) throws(InputError) -> String? {
    guard let entries = children.first, let range = listRange(row) else { return nil }
    var texts: [String] = []
    for place in range {
      if let text = try entries.text(place) { texts.append(text) }
    }
    return texts.joined(separator: ";")
  }

  /// Returns the range of a list's elements.
  ///
  /// Safe: the row is below `count`, and has a place more behind it.
  private func listRange(_ row: Int) -> Range<Int>? {
    let place = offset + row
    if case .fixedList(let length) = field.type { return place * length..<(place + 1) * length }
    guard let offsets = buffers?[0] else { return nil }
    func value(_ buffer: UnsafeRawPointer, _ place: Int, isWide: Bool) -> Int {
      isWide
        ? Int(buffer.loadUnaligned(fromByteOffset: place * 8, as: Int64.self))
        : Int(buffer.loadUnaligned(fromByteOffset: place * 4, as: Int32.self))
    }
    switch field.type {
    case .list(.small), .list(.large):
      let isWide = field.type == .list(.large)
      return value(offsets, place, isWide: isWide)..<value(offsets, place + 1, isWide: isWide)
    case .list:
      let isWide = field.type == .list(.largeView)
      let start = value(offsets, place, isWide: isWide)
      return buffers?[1].map { start..<start + value($0, place, isWide: isWide) }
    default: return nil
    }
  }
}

extension ArrowType {
  /// Returns the text of a count of days or fractions of a second.
  fileprivate func text(of count: Int64) -> String? {
    switch self {
    case .date(let unit):
      let days = unit == .days ? count : count.quotientDown(86_400_000)
      return ArrowType.date(days) ?? "day \(days) since 1970"
    case .timestamp(let unit, let zone):
      guard let local = ArrowType.local(count, unit) else {
        return "\(count) \(unit.name) since 1970"
      }
      return zone == nil ? local.description : "\(local)Z"
    case .time(let unit):
      let seconds = count.quotientDown(unit.perSecond)
      return ArrowType.local(seconds, .seconds).map { "\($0.time)" }
    case .duration(let unit):
      let (seconds, rest) = count.quotientAndRemainder(dividingBy: unit.perSecond)
      return rest == 0 ? "PT\(seconds)S" : "\(count) \(unit.name)"
    default: return nil
    }
  }

  private static func date(_ days: Int64) -> String? {
    let bounds = CivilDate.first.dayNumber...CivilDate.last.dayNumber
    guard let day = Int(exactly: days), bounds.contains(day) else { return nil }
    return CivilDate(dayNumber: day).description
  }

  /// Returns the local time for a count of units since 1970; `nil` outside the calendar.
  static func local(_ count: Int64, _ unit: TimeUnit) -> CivilDateTime? {
    let seconds = count.quotientDown(unit.perSecond)
    guard CalendarBounds.first <= seconds, seconds <= CalendarBounds.last else { return nil }
    return CivilDateTime(localSeconds: seconds)
  }
}

/// The bounds of the calendar.
enum CalendarBounds {
  /// The seconds since 1970 of the years 1 to 9999.
  static let first = CivilDateTime.first.localSeconds
  static let last = CivilDateTime.last.localSeconds
}

// Safe: the product is nearer to 0 than the number, and the quotient of the least number is above it.
extension Int64 {
  /// Returns the quotient by a positive number, rounded down.
  @inline(__always)
  func quotientDown(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self < 0 && quotient &* divisor != self ? quotient &- 1 : quotient
  }
}

extension InputError.Defect {
  static func noEntry(_ index: Int64) -> Self {
    Self("has the index \(index), which its dictionary lacks (the producer of the table is faulty)")
  }
}
