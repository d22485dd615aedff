import Diagnostics
import Formats
import Interchange
import Scheduling

// Plans that a request gives without a Timing, converted to an equivalent Timing.
extension DosageContext {
  /// Returns a plan of one occurrence at a time or on a date.
  func plan(at time: FHIRDateTime, _ node: JSONNode) throws(InputError) -> DosedPlan {
    try plan(#"{"event":["\#(node.source)"]}"#, from: time, node)
  }

  /// Returns a plan of one occurrence within a period.
  func plan(within period: FHIRPeriod, _ node: JSONNode) throws(InputError) -> DosedPlan {
    let bounds = ["start", "end"].compactMap { name in
      (name == "start" ? node["start"] : node["end"]).map { #""\#(name)":"\#($0.source)""# }
    }.joined(separator: ",")
    return try plan(
      #"{"repeat":{"count":1,"boundsPeriod":{\#(bounds)}}}"#, from: period.start, node)
  }

  private func plan(
    _ timing: String, from anchor: FHIRDateTime?, _ node: JSONNode
  ) throws(InputError) -> DosedPlan {
    let document = JSONDocument()
    try document.read(timing.utf8)
    let path = node.elementPath()
    do throws(InputError) {
      var context = self
      context.anchor = anchor ?? self.anchor
      var plan = try context.plan(ofTiming: document.root)
      for index in plan.notes.indices { plan.notes[index].field = path }
      return plan
    } catch {
      var error = error
      error.field = path
      throw error
    }
  }
}
