import AdherenceAnalytics

extension VersionCounts {
  /// What a record has.
  init(_ record: CareRecord) {
    patients = record.earlierPatients.count + 1
    carePlans = record.carePlans.count
    contacts = record.contacts.count
    tasks = record.tasks.count
    outcomes = record.outcomes.count
    holds = record.holds.count
  }

  /// What one count has beyond another.
  static func - (whole: VersionCounts, part: VersionCounts) -> VersionCounts {
    var rest = whole
    rest.patients -= part.patients
    rest.carePlans -= part.carePlans
    rest.contacts -= part.contacts
    rest.tasks -= part.tasks
    rest.outcomes -= part.outcomes
    rest.holds -= part.holds
    return rest
  }
}
