/// Limits on the size of a calendar file.
enum Limits {
  /// Bytes of an unfolded line.
  static let line = 1 << 20
  /// Nested components.
  static let nesting = 16
  /// Time zones defined only by their rules.
  static let zones = 500
  /// RRULEs of a component.
  static let rules = 64
  /// Values of all RDATEs of a component, of all its EXDATEs, or changes of a series.
  static let values = 100_000
  /// Changes of later occurrences, each of which makes a version.
  static let ranges = 1000
  /// Values in all versions of a series.
  static let work = 4_000_000
  /// Occurrences moved individually.
  static let moves = 10_000
}
