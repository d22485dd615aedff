import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

/// A parsed CarePlan.
struct CarePlanDraft {
  var plan: CarePlan
  /// The tasks of its own activities, or their errors.
  var activities: [Activity] = []
  /// The keys of the requests that it references.
  var references: [Int] = []

  /// An activity of a plan.
  struct Activity {
    var task: Result<TaskDraft, InputError>
    var notes: [InputError] = []
  }
}

extension Resource {
  /// The activity statuses that request nothing.
  private static let noActivities = ["cancelled", "entered-in-error"]

  /// The course statuses of activities; others inherit that of the plan.
  private static let activityStatuses: [String: RequestCourse.Status] = [
    "on-hold": .onHold, "completed": .completed, "stopped": .ended,
  ]

  /// Parses a CarePlan.
  ///
  /// - Throws: `InputError` if the plan is not to be followed.
  func carePlan(
    _ context: PatientContext, _ keys: inout KeyTable, _ notes: inout [InputError]
  ) throws(InputError) -> CarePlanDraft {
    var course = try RequestCourse(node)
    course.lastUpdated = lastUpdated
    let period = try node.period("period")
    course.end = period?.end
    _ = try node.start(period, "period")
    let anchor = try node.anchor([["period", "start"], ["created"]], &notes)
    if let end = period?.end { notes.note(end, node["period"]?["end"]) }
    let title = try node.text("title").or(
      try node.concepts("category").lazy.compactMap(\.title).first)
    var draft = CarePlanDraft(plan: CarePlan(id: identity, title: title))
    draft.plan.recordedAt = location.version == .kept ? lastUpdated : nil
    draft.plan.notes = try node.notes("note")
    for (number, activity) in try node.objects("activity").enumerated() {
      let reference = try activity.object("reference").or(
        try activity.object("plannedActivityReference"))
      if let key = reference.flatMap({ keys.number(of: $0, in: location.bundle) }) {
        draft.references.append(key)
      }
      guard let detail = try activity.object("detail") else { continue }
      if let activity = self.activity(detail, number + 1, course, from: anchor, context) {
        draft.activities.append(activity)
      }
    }
    return draft
  }

  /// Parses the task of an activity; `nil` if it is not to be done.
  private func activity(
    _ detail: JSONNode, _ number: Int, _ course: RequestCourse, from anchor: FHIRDateTime?,
    _ context: PatientContext
  ) -> CarePlanDraft.Activity? {
    var notes: [InputError] = []
    do throws(InputError) {
      let status = try detail.text("status")
      if status.map(Resource.noActivities.contains) ?? false { return nil }
      for name in ["doNotPerform", "prohibited"] as [StaticString] {
        if try detail.boolean(name) == true { return nil }
      }
      var course = course
      course.status = status.flatMap { Resource.activityStatuses[$0] } ?? course.status
      var task = CareTask(id: "\(identity)#\(number)", schedule: Schedule([]))
      task.recordedAt = location.version == .kept ? lastUpdated : nil
      task.carePlan = identity
      let code = try detail.concept("code")
      (task.title, task.instructions) = (code?.title, try detail.text("description"))
      task.title = task.title ?? task.instructions
      var draft = TaskDraft(task)
      draft.codings = code?.codings ?? []
      try course.apply(to: &draft, from: anchor, context, &notes) { context throws(InputError) in
        try plan(of: detail, context)
      }
      return .init(task: .success(draft), notes: notes)
    } catch {
      return .init(task: .failure(error), notes: [])
    }
  }

  private func plan(
    of detail: JSONNode, _ context: DosageContext
  ) throws(InputError) -> DosedPlan {
    if let timing = try detail.object("scheduledTiming") {
      return try context.plan(ofTiming: timing)
    }
    if let period = try detail.period("scheduledPeriod"), let node = detail["scheduledPeriod"] {
      return try context.plan(within: period, node)
    }
    throw (detail["scheduledString"] ?? detail).breaks(
      detail["scheduledString"] == nil ? .noPattern : .textOnly)
  }
}
