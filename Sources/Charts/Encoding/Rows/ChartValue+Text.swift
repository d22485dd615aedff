import Diagnostics
import Formats
import Scheduling

// Encoding and decoding of field values.
extension ChartValue {
  /// Appends the value.
  func put(_ format: AxisText.TextForm, to bytes: inout ByteWriter) {
    switch (self, format) {
    case (.number(let number), .json): bytes.put(json: number)
    case (.number(let number), .csv): if number.isFinite { bytes.put(exact: number) }
    case (_, .json): bytes.put(json: text)
    case (_, .csv): bytes.put(csv: text)
    }
  }

  /// The value in encoded form.
  var written: WrittenPosition {
    if case .number(let number) = self { .number(number) } else { .text(text) }
  }

  var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .date(let day): day.description
    case .instant(let instant, let offset): instant.description(offset: offset)
    case .text(let text): text
    }
  }

  /// Decodes a value.
  ///
  /// - Throws: `InputError` if it does not have the type of the field.
  init(_ written: WrittenPosition, of field: ChartField) throws(InputError) {
    guard let value = ChartValue(written, field.type) else {
      throw InputError(.malformed(text: written.text, field.type.expected), field: field.name)
    }
    self = value
  }

  private init?(_ written: WrittenPosition, _ type: ChartField.ValueType) {
    switch (type, written) {
    case (.number, .number(let number)): self = .number(number)
    case (.text, .text(let text)): self = .text(text)
    case (.date, .text(let text)):
      guard let day = CivilDate(text) else { return nil }
      self = .date(day)
    case (.instant, .text(let text)):
      guard let instant = Instant(text), let local = CivilDateTime(String(text.prefix(19))) else {
        return nil
      }
      self = .instant(instant, offset: Int(local.localSeconds - instant.seconds))
    case (.number, .text), (.text, .number), (.date, .number), (.instant, .number): return nil
    }
  }
}

extension WrittenPosition {
  fileprivate var text: String {
    switch self {
    case .number(let number): "\(number)"
    case .text(let text): text
    }
  }
}

extension ChartField.ValueType {
  fileprivate var expected: InputError.Expected {
    switch self {
    case .number: .number
    case .date: .date
    case .instant: .instant
    case .text: .text
    }
  }
}

extension Instant {
  /// Returns the instant in local time with its offset, such as `2025-03-09T08:10:00-04:00`; in UTC
  /// if the offset is not in whole minutes or the date is out of range.
  fileprivate func description(offset: Int) -> String {
    let local = seconds + Int64(offset)
    let bounds = CivilDateTime.first.localSeconds...CivilDateTime.last.localSeconds
    guard offset.isMultiple(of: 60), bounds.contains(local) else { return description }
    let (hours, minutes) = (offset.magnitude / 3600, offset.magnitude / 60 % 60)
    let digits = [hours, minutes].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    return "\(CivilDateTime(localSeconds: local))\(offset < 0 ? "-" : "+")\(digits)"
  }
}
