/// What becomes of a supply while the patient is not to use it.
public enum SupplyHandling: String, CaseIterable, Codable, Sendable {
  /// It is used on, as if nothing had happened.
  case `continue`
  /// What is left of it is thrown away.
  case discard
  /// What is left of it is used afterwards.
  case carryover
}
