import AdherenceAnalytics
import Diagnostics
import Formats
import Interchange
import Scheduling

extension PatientResources {
  /// Writes the requests of a task's versions, and reports those whose plan FHIR cannot represent.
  ///
  /// - Returns: The names of the written requests.
  mutating func writeRequests(of task: WrittenTask) -> [ResourceName] {
    for hold in task.unrepresentedHolds(at: moments.asOf, in: moments.zone) {
      note(.against(.holdNotWritten, text: text(hold.from)), of: task.last.id)
    }
    var written: [ResourceName] = []
    for version in task.versions {
      do throws(InputError) {
        let dosages = try self.dosages(of: version)
        write(version, of: task, dosages, after: written.last)
        written.append(version.name)
      } catch {
        let path = error.field.map { ".\($0)" } ?? ""
        note(error.problem, of: task.last.id, path)
        refused.insert(version.name)
      }
    }
    return written
  }

  /// Returns the dosages of a version.
  private func dosages(of version: WrittenVersion) throws(InputError) -> [WrittenDosage] {
    if let event = version.task.eventsMissing.first {
      throw InputError(event.missing, field: "schedule")
    }
    let dosages = try timings(of: version.schedule(in: moments.zone))
    guard version.name.type == .serviceRequest else { return dosages }
    if dosages.count > 1 {
      throw InputError(.against(.severalTimings, text: "\(dosages.count)"), field: "schedule")
    }
    for name in ["modifierExtension", "maxDosePerPeriod"] where dosages.first?[name] != nil {
      throw InputError(.against(.capsOfService, text: version.task.words), field: "schedule")
    }
    return dosages
  }

  /// Returns a schedule as dosages, listing its occurrences if no Timing represents it.
  private func timings(of schedule: Schedule) throws(InputError) -> [WrittenDosage] {
    do throws(InputError) {
      return try content.dosages(schedule, moments.zone, content.release)
    } catch {
      guard let days = content.eventDays else { throw error }
      return try WrittenDosage.dosages(
        of: schedule, on: days, in: moments.zone, content.release)
    }
  }

  private mutating func write(
    _ version: WrittenVersion, of task: WrittenTask, _ dosages: [WrittenDosage],
    after former: ResourceName?
  ) {
    let status = task.status(of: version, at: moments.asOf, in: moments.zone)
    let changed = status.changed.map { $0.instant(in: moments.zone).description }
    let (release, subject) = (content.release, name.reference)
    let assertion = content.assertsMedicationAdherence ? adherenceAssertion(of: version.task) : nil
    let hasOwnChange = release == .r5 && version.name.type == .medicationRequest
    lines.append(version.name) { json in
      if let changed, !hasOwnChange {
        json.property("meta", object: { $0.property("lastUpdated", changed) })
      }
      if version.name.type == .medicationRequest, let assertion {
        json.list("extension") { $0.medicationAdherence(assertion) }
      }
      json.identifiers(version.task.fhirID, version.name.id, remote: version.task.remoteID)
      json.former(former, of: version.name.type)
      json.property("status", status.code)
      if hasOwnChange { json.property("statusChanged", changed) }
      json.property("intent", "order")
      json.subject(of: version, subject, release)
      json.property("authoredOn", version.task.recordedAt?.description)
      json.annotations(version.task.notes)
      json.dosages(dosages, version, release)
    }
  }
}

extension CareTask {
  /// The id without the FHIR resource type.
  fileprivate var fhirID: String {
    let name = ResourceName(id, oneOf: [.medicationRequest, .serviceRequest])
    return name?.id.text ?? id
  }
}

extension JSONBytes {
  /// Writes the request that an edited one replaces.
  fileprivate mutating func former(_ former: ResourceName?, of type: WrittenType) {
    guard let former else { return }
    if type == .medicationRequest {
      reference("priorPrescription", former.reference)
    } else {
      list("replaces") { $0.reference(former.reference) }
    }
  }

  /// Writes the medication or service and the patient.
  fileprivate mutating func subject(
    of version: WrittenVersion, _ patient: String, _ release: FHIRRelease
  ) {
    let title = version.task.words
    if version.name.type == .medicationRequest {
      medication(title, release)
    } else if release == .r4 {
      concept("code", text: title)
    } else {
      property("code", object: { $0.concept("concept", text: title) })
    }
    reference("subject", patient)
  }

  /// Writes a medication by name.
  mutating func medication(_ title: String, _ release: FHIRRelease) {
    switch release {
    case .r4: concept("medicationCodeableConcept", text: title)
    case .r5: property("medication", object: { $0.concept("concept", text: title) })
    }
  }

  /// Writes the dosages.
  fileprivate mutating func dosages(
    _ dosages: [WrittenDosage], _ version: WrittenVersion, _ release: FHIRRelease
  ) {
    let instructions = version.task.instructions?.fhirText
    if version.name.type == .medicationRequest {
      let dosages = dosages.isEmpty && instructions != nil ? [WrittenDosage([])] : dosages
      if dosages.isEmpty { return }
      property("dosageInstruction", items: Array(dosages.enumerated())) { json, dosage in
        json.dosage(dosage.element, dosage.offset == 0 ? instructions : nil)
      }
    } else {
      if let dosage = dosages.first { occurrence(dosage) }
      self.instructions(instructions, release)
    }
  }

  private mutating func dosage(_ dosage: WrittenDosage, _ instructions: String?) {
    object { json in
      for member in dosage.members { json.property(member.name, value: { $0.raw(member.json) }) }
      if dosage["patientInstruction"] == nil {
        json.property("patientInstruction", instructions)
      }
    }
  }

  /// Writes the elements of a Dosage that a ServiceRequest also has.
  private mutating func occurrence(_ dosage: WrittenDosage) {
    let timing = dosage["timing"]
    if let timing { property("occurrenceTiming", value: { $0.raw(timing) }) }
    for name in ["asNeeded", "asNeededBoolean"] where dosage[name] != nil {
      property("asNeededBoolean", true)
    }
  }

  private mutating func instructions(_ words: String?, _ release: FHIRRelease) {
    guard let words else { return }
    switch release {
    case .r4: property("patientInstruction", words)
    case .r5:
      list("patientInstruction") { json in
        json.object { $0.property("instructionMarkdown", words) }
      }
    }
  }
}

extension CareTask {
  /// The display name: the title, otherwise the id, otherwise a placeholder.
  var words: String { title?.fhirText ?? id.fhirText ?? "unnamed" }
}
