import AdherenceStatistics

/// The patients who get pages of their own beside the cohort's page.
public enum PatientPages: String, CaseIterable, Hashable, Sendable, Codable {
  /// All patients.
  case all
  /// Patients with a flag.
  case flagged
  /// No patients.
  case none

  /// The maximum number of patients for which ``all`` is the default.
  static let limit = 200

  /// Returns the default: ``all`` for a small cohort, ``flagged`` for a large one or one of unknown
  /// size.
  static func usual(for patients: Int?) -> PatientPages {
    (patients ?? .max) <= limit ? .all : .flagged
  }
}

extension MeasureGroup {
  /// The measures that flags require.
  static let ofFlags: Set<MeasureGroup> = [.taking, .phases, .trend]

  /// The measures that pages require, which show flags.
  static let ofPages: Set<MeasureGroup> = ofFlags.union([.timing])
}
