import Diagnostics

/// Encodes the properties of a JSON object, omitting `nil`.
///
/// The counterpart of `Properties`, which decodes them.
struct WrittenProperties {
  private var container: KeyedEncodingContainer<Properties.Key>

  init(of encoder: any Encoder) { container = encoder.container(keyedBy: Properties.Key.self) }

  /// Encodes a value.
  mutating func write(_ name: String, _ value: (some Encodable)?) throws {
    try container.encodeIfPresent(value, forKey: Properties.Key(name))
  }

  /// Encodes a list, unless it is empty.
  mutating func write(_ name: String, list: [some Encodable]) throws {
    try write(name, list.isEmpty ? nil : list)
  }

  /// Encodes a value as its text.
  mutating func write(_ name: String, text value: (some LosslessStringConvertible)?) throws {
    try write(name, value?.description)
  }

  /// Encodes a local time or an instant; JSON can represent only the years of the calendar.
  mutating func write(_ name: String, moment: LocalOrInstant?) throws {
    guard let moment else { return }
    guard LocalOrInstant(moment.description) == moment else {
      throw InputError(
        .outOfRange(text: moment.description, rule: "lie in the years 1 to 9999"), field: name)
    }
    try write(name, moment.description)
  }

  /// Encodes a period, unless it is zero.
  mutating func write(_ name: String, period: ISODuration) throws {
    try write(name, text: period.isZero ? nil : period)
  }
}
