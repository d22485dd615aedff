/// The type of an option's value.
package indirect enum OptionType: Hashable, Sendable {
  case text, flag, number, wholeNumber
  case date, time, instant, localOrInstant, zone
  /// A share from 0 to 1, or a percentage such as `5%`.
  case share
  /// A number of days, such as `30d`.
  case dayCount
  /// A length of time, such as `15m`.
  case duration
  /// The name of a column, or a value of all rows.
  case columnOrNumber
  /// A plan in plain words, as a recurrence rule or as JSON, or plans by task id.
  case plan
  /// One of these names.
  case choice([String])
  /// Values by name.
  case mapping(OptionType)
  /// Several values, or one.
  case list(OptionType)
}
