/// The rule for positions at which few patients of a line are left, whose values would say nothing
/// about the others.
enum FewPatients {
  /// The reason for a missing value.
  static let reason = "tooFewPatients"
  /// The note of a chart that leaves out positions.
  static let note = "Not drawn where fewer than a tenth of the patients (at most 10) are left."

  /// Returns the number of patients from which a value is drawn: a tenth of the most, at most ten.
  static func least(of most: Int) -> Int { max(1, min(10, (most + 9) / 10)) }
}
