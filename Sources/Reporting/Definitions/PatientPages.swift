import AdherenceStatistics

/// Which patients have a page of their own beside the one of the cohort.
public enum PatientPages: String, CaseIterable, Hashable, Sendable, Codable {
  /// Everybody.
  case all
  /// Those with a flag: who needs a call.
  case flagged
  /// Nobody.
  case none

  /// The most patients of whom each has a page where nothing else is said.
  static let limit = 200

  /// What is done where nothing is said: all of a cohort that is small, and the flagged of one that is
  /// large or whose size is not known.
  static func usual(for patients: Int?) -> PatientPages {
    (patients ?? .max) <= limit ? .all : .flagged
  }
}

extension MeasureGroup {
  /// The measures from which the pages and flags of patients are made.
  static let ofPages: Set<MeasureGroup> = [.taking, .timing, .phases, .trend]
}
