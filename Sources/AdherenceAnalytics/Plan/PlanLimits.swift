import Scheduling

/// What all plans of a record have in common: whose clocks they follow, and when they ask for nothing
/// because the patient is deleted or not observed, or the care plan has ended.
struct PlanLimits {
  /// The zone of the patient's clocks.
  let zone: Zone
  /// When there is no patient, or the patient is not observed.
  private let absences: [Absence]
  /// The days on which the patient is observed, by number; `nil` where nothing bounds them.
  let observedDays: Range<Int>?
  /// The ends of the care plans that have any, by id.
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

  /// When a version of a task asks for nothing.
  func absences(of task: CareTask) -> [Absence] {
    guard !ends.isEmpty, let plan = task.carePlan else { return absences }
    return absences + ends[plan, default: []]
  }
}
