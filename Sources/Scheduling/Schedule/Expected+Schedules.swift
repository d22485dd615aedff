public import Diagnostics

extension InputError.Expected {
  /// The key of an occurrence.
  public static let occurrenceKey = Self(
    "occurrenceKey", "an occurrence's key", "as in breakfast/2024-01-04T08:00:00")
  /// A recurrence rule.
  public static let rule = Self("rule", "a recurrence rule", "as in FREQ=WEEKLY;BYDAY=MO,FR")
}
