/// The properties of a JSON object as they are written; what is `nil` is left out.
///
/// It is the counterpart of `Properties`, which reads them.
struct WrittenProperties {
  private var container: KeyedEncodingContainer<Properties.Key>

  /// Begins an object.
  init(of encoder: any Encoder) { container = encoder.container(keyedBy: Properties.Key.self) }

  /// Writes a value that knows how to encode itself.
  mutating func write(_ name: String, _ value: (some Encodable)?) throws {
    try container.encodeIfPresent(value, forKey: Properties.Key(name))
  }

  /// Writes a list, unless it is empty.
  mutating func write(_ name: String, list: [some Encodable]) throws {
    try write(name, list.isEmpty ? nil : list)
  }

  /// Writes the text that reads back as a value.
  mutating func write(_ name: String, text value: (some LosslessStringConvertible)?) throws {
    try write(name, value?.description)
  }

  /// Writes a moment, of which JSON can say those of the calendar's years alone.
  mutating func write(_ name: String, moment: Moment?) throws {
    guard let moment else { return }
    guard Moment(moment.description) == moment else {
      throw InputError(
        .outOfRange(text: moment.description, rule: "lie in the years 1 to 9999"), field: name)
    }
    try write(name, moment.description)
  }

  /// Writes a period, unless it has no length.
  mutating func write(_ name: String, period: Period) throws {
    try write(name, text: period.isZero ? nil : period)
  }
}
