import Scheduling

/// The limits shared by all plans of a record: the clocks they follow, and when nothing is due because the
/// patient is deleted or not observed, or the care plan has ended.
struct PlanLimits {
  /// The zone of the patient's clocks.
  let zone: Zone
  /// The times without a patient or without observation.
  private let absences: [Absence]
  /// The days on which the patient is observed, by number; `nil` if unbounded.
  let observedDays: Range<Int>?
  /// The ends of care plans, by id.
  private var ends: [String: [Absence]] = [:]

  init(_ record: CareRecord, _ timeline: PatientTimeline) {
    zone = timeline.zone
    absences = timeline.absences
    observedDays = timeline.observation.dayNumbers
    guard record.carePlans.contains(where: { $0.deletedAt != nil }) else { return }
    for (id, versions) in Dictionary(grouping: record.carePlans, by: \.id) {
      ends[id] = versions.inForce(in: zone).ends(in: zone)
    }
  }

  /// Returns the times at which a version of a task has nothing due.
  func absences(of task: CareTask) -> [Absence] {
    guard !ends.isEmpty, let plan = task.carePlan else { return absences }
    return absences + ends[plan, default: []]
  }
}
