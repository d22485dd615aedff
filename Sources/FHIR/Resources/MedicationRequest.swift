import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension Resource {
  /// Parses a MedicationRequest.
  ///
  /// - Throws: `InputError` with the first reason for rejection; a request is accepted or rejected
  ///   as a whole.
  func medicationRequest(
    _ context: PatientContext, _ notes: inout [InputError]
  ) throws(InputError) -> TaskDraft {
    var course = try RequestCourse(node)
    let effective = try node.period("effectiveDosePeriod")
    course.end = effective?.end
    course.changed = try node.dateTime("statusChanged")
    course.lastUpdated = lastUpdated
    var task = try task(context)
    let medication = try medication(context)
    let dosages = try node.objects("dosageInstruction")
    (task.title, task.group) = (medication.title, "medication")
    task.instructions = try node.text("renderedDosageInstruction").or(try dosages.instructions)
    var draft = TaskDraft(task)
    draft.codings = medication.codings
    draft.isInpatient = try node.concepts("category").contains { category in
      category.codings.contains { $0.code == "inpatient" }
    }
    _ = try node.start(effective, "effectiveDosePeriod")
    let anchor = try node.anchor([["effectiveDosePeriod", "start"], ["authoredOn"]], &notes)
    if let changed = course.changed { notes.note(changed, node["statusChanged"]) }
    if let end = course.end, let node = node["effectiveDosePeriod"]?["end"] {
      notes.note(end, node)
    }
    try course.apply(to: &draft, from: anchor, context, &notes) { context throws(InputError) in
      try context.plan(ofStated: dosages, "dosageInstruction")
    }
    return draft
  }
}

extension JSONNode {
  /// Returns the start of a period after checking that it is not reversed.
  func start(_ period: FHIRPeriod?, _ name: StaticString) throws(InputError) -> FHIRDateTime? {
    if let start = period?.start, let end = period?.end, let next = end.next,
      next.instant(in: .utc) <= start.first(in: .utc)
    {
      throw refused(name, .periodReversed)
    }
    return period?.start
  }
}

extension DosageContext {
  /// Parses dosages, of which there must be at least one.
  func plan(
    ofStated dosages: [JSONNode], _ name: String
  ) throws(InputError) -> DosedPlan {
    if dosages.isEmpty { throw InputError(.against(.noPattern, text: ""), field: name) }
    return try plan(ofDosages: dosages)
  }
}

extension [JSONNode] {
  /// The free-text instructions of the dosages, joined.
  var instructions: String? {
    get throws(InputError) {
      var texts: [String] = []
      for dosage in self {
        for name in ["text", "patientInstruction"] as [StaticString] {
          if let text = try dosage.text(name) { texts.append(text) }
        }
        texts += try dosage.concepts("additionalInstruction").compactMap(\.title)
      }
      return texts.isEmpty ? nil : texts.joined(separator: "; ")
    }
  }
}

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
