/// The identity of an occurrence within its schedule: its element and its nominal local time.
///
/// A key is unaffected by travel, edits, moves and new zone data, none of which change the planned time.
///
///     let key = OccurrenceKey("tablet/2025-01-06T08:00:00")!
///     let plan = Schedule.daily(
///       at: [CivilTime("08:00")!], from: CivilDate("2025-01-06")!, id: "tablet")
///     let noon = LocalOrInstant("2025-01-06T12:00:00")!
///     print(plan.moved(key, to: noon).summary)  // every day at 08:00, 1 occurrence moved
public struct OccurrenceKey: Hashable, Sendable {
  /// The id of the element.
  public var element: String
  /// The planned local time, before gaps and overlaps are resolved.
  public var nominal: CivilDateTime
  /// Whether it is the second of two occurrences at a local time that is repeated when clocks are set back.
  public var isSecondPass: Bool

  /// Creates a key.
  public init(element: String, nominal: CivilDateTime, isSecondPass: Bool = false) {
    self.element = element
    self.nominal = nominal
    self.isSecondPass = isSecondPass
  }
}

extension OccurrenceKey: LosslessStringConvertible {
  /// Parses `breakfast/2024-01-04T08:00:00`, followed by `;fold=1` for the second pass.
  public init?(_ text: String) {
    guard let slash = text.lastIndex(of: "/"), slash > text.startIndex else { return nil }
    let parts = text[text.index(after: slash)...].split(
      separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 1 || (parts.count == 2 && parts[1] == "fold=1"),
      let nominal = CivilDateTime(String(parts[0]))
    else { return nil }
    self.init(
      element: String(text[..<slash]), nominal: nominal, isSecondPass: parts.count == 2)
  }

  /// The key as `breakfast/2024-01-04T08:00:00`.
  public var description: String { "\(element)/\(nominal)\(isSecondPass ? ";fold=1" : "")" }
}
