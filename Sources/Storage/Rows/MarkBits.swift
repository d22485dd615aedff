import AdherenceAnalytics

/// The marks of rows as bits: sets of marks are slow where each row is looked at.
package struct MarkBits {
  package let secondPass = OutcomeTable.Marks.secondPass.rawValue
  package let skipped = OutcomeTable.Marks.skipped.rawValue
  package let declined = OutcomeTable.Marks.declined.rawValue
  package let number = OutcomeTable.Marks.number.rawValue
  package let boolean = OutcomeTable.Marks.boolean.rawValue
  package let detailed = OutcomeTable.Marks.detailed.rawValue
  /// One value, which the row has.
  package let amount: UInt8
  /// What stands in other tables.
  package let extras: UInt8

  package init() {
    amount = number | boolean
    extras = boolean | secondPass | detailed
  }
}
