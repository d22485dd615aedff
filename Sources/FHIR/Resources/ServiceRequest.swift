import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension Resource {
  /// Parses a ServiceRequest.
  ///
  /// - Throws: `InputError` with the first reason for rejection; a request is accepted or rejected
  ///   as a whole.
  func serviceRequest(
    _ context: PatientContext, _ notes: inout [InputError]
  ) throws(InputError) -> TaskDraft {
    var course = try RequestCourse(node)
    course.lastUpdated = lastUpdated
    var task = try task(context)
    let code = try node.object("code")
    let concept = try code?.concept("concept").or(code.map { CodeableConcept($0) })
    (task.title, task.group) = (concept?.title, "service")
    task.instructions = try patientInstruction
    var draft = TaskDraft(task)
    draft.codings = concept?.codings ?? []
    let anchor = try node.anchor([["authoredOn"]], &notes)
    try course.apply(to: &draft, from: anchor, context, &notes) { context throws(InputError) in
      try servicePlan(context)
    }
    return draft
  }

  /// The instruction is a string in R4 and a list in R5.
  private var patientInstruction: String? {
    get throws(InputError) {
      guard let instruction = node["patientInstruction"] else { return nil }
      if instruction.kind == .text { return instruction.text }
      var texts: [String] = []
      for part in try node.objects("patientInstruction") {
        if let text = try part.text("instructionMarkdown") { texts.append(text) }
      }
      return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
  }

  private var isAsNeeded: Bool {
    get throws(InputError) {
      for name in ["asNeededBoolean", "asNeeded"] as [StaticString] {
        if try node.boolean(name) == true { return true }
      }
      if try node.object("asNeededCodeableConcept") != nil { return true }
      return try !node.concepts("asNeededFor").isEmpty
    }
  }

  private func servicePlan(_ context: DosageContext) throws(InputError) -> DosedPlan {
    if let timing = try node.object("occurrenceTiming") {
      return try context.plan(ofTiming: timing, asNeeded: try isAsNeeded)
    }
    if let time = try node.dateTime("occurrenceDateTime"), let node = node["occurrenceDateTime"] {
      return try context.plan(at: time, node)
    }
    if let period = try node.period("occurrencePeriod"), let node = node["occurrencePeriod"] {
      return try context.plan(within: period, node)
    }
    throw InputError(.against(.noPattern, text: ""), field: "occurrence[x]")
  }
}
