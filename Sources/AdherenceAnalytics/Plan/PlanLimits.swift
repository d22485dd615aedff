import Scheduling

/// What all plans of a record have in common: whose clocks they follow, and when they ask for nothing
/// because there is no patient or the care plan has ended.
struct PlanLimits {
  /// The zone of the patient's clocks.
  let zone: Zone
  /// When there is no patient.
  private let absences: [Absence]
  /// The ends of the care plans that have any, by id.
  private var ends: [String: [Absence]] = [:]

  init(_ record: CareRecord, _ timeline: PatientTimeline) {
    zone = timeline.zone
    absences = timeline.absences
    guard record.carePlans.contains(where: { $0.deletedAt != nil }) else { return }
    for (id, versions) in Dictionary(grouping: record.carePlans, by: \.id) {
      ends[id] = versions.inForce(in: zone).ends(in: zone)
    }
  }

  /// When a version of a task asks for nothing.
  func absences(of task: CareTask) -> [Absence] {
    guard !ends.isEmpty, let plan = task.carePlan else { return absences }
    return absences + ends[plan, default: []]
  }
}
