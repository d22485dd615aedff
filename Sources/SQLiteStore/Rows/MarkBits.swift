import AdherenceAnalytics

/// The marks of rows as bits: sets of marks are slow where each row is looked at.
struct MarkBits {
  let secondPass = OutcomeTable.Marks.secondPass.rawValue
  let skipped = OutcomeTable.Marks.skipped.rawValue
  let declined = OutcomeTable.Marks.declined.rawValue
  let number = OutcomeTable.Marks.number.rawValue
  let boolean = OutcomeTable.Marks.boolean.rawValue
  let detailed = OutcomeTable.Marks.detailed.rawValue
  /// One value, which the row has.
  let amount: UInt8
  /// What stands in other tables.
  let extras: UInt8

  init() {
    amount = number | boolean
    extras = boolean | secondPass | detailed
  }
}
