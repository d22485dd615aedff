import AdherenceAnalytics

/// The raw bits of row marks: option sets are too slow in loops over all rows.
package struct MarkBits {
  package let secondPass = OutcomeTable.Marks.secondPass.rawValue
  package let skipped = OutcomeTable.Marks.skipped.rawValue
  package let declined = OutcomeTable.Marks.declined.rawValue
  package let number = OutcomeTable.Marks.number.rawValue
  package let boolean = OutcomeTable.Marks.boolean.rawValue
  package let detailed = OutcomeTable.Marks.detailed.rawValue
  /// One value, stored in the row.
  package let amount: UInt8
  /// Fields stored in other tables.
  package let extras: UInt8

  package init() {
    amount = number | boolean
    extras = boolean | secondPass | detailed
  }
}
