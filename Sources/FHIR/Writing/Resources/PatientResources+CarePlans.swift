import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

extension PatientResources {
  /// Writes a CarePlan with the requests of its tasks.
  mutating func write(_ plan: CarePlan, _ requests: [ResourceName]) {
    let zone = moments.zone
    let isOver = plan.deletedAt.map { $0.instant(in: zone) <= moments.asOf } ?? false
    let own = ResourceName(of: plan.id, patient: record.patient.id, [.carePlan])
    let (subject, release) = (name.reference, content.release)
    lines.append(own) { json in
      let isFHIR = ResourceName(plan.id, oneOf: [.carePlan]) != nil
      json.identifiers(isFHIR ? own.id.text : plan.id, own.id, remote: plan.remoteID)
      json.property("status", isOver ? "revoked" : "active")
      json.property("intent", "plan")
      json.string("title", plan.title ?? plan.id)
      json.reference("subject", subject)
      json.period(of: plan, in: zone)
      json.activities(requests, release)
      json.annotations(plan.notes)
    }
  }
}

extension JSONBytes {
  fileprivate mutating func period(of plan: CarePlan, in zone: Zone) {
    if plan.effectiveFrom == nil, plan.deletedAt == nil { return }
    property(
      "period",
      object: { json in
        json.property("start", plan.effectiveFrom?.fhirText(in: zone))
        json.property("end", plan.deletedAt?.fhirTextBefore(in: zone))
      })
  }

  fileprivate mutating func activities(_ requests: [ResourceName], _ release: FHIRRelease) {
    if requests.isEmpty { return }
    property("activity", items: requests) { json, request in
      json.object { json in
        json.reference(
          release == .r4 ? "reference" : "plannedActivityReference", request.reference)
      }
    }
  }
}

extension PatientResources {
  /// Writes the Patient.
  ///
  /// A patient deleted from the cohort is inactive; that does not imply death.
  mutating func writePatient() {
    let patient = record.patient
    let isDeleted = patient.deletedAt.map { $0.instant(in: moments.zone) <= moments.asOf } ?? false
    lines.append(name) { [id = name.id] json in
      json.list("extension") { $0.timezone(patient.zone) }
      json.identifiers(patient.id, id, remote: patient.remoteID)
      if isDeleted { json.property("active", false) }
      json.names(of: patient)
      json.property("gender", patient.sex?.rawValue)
      json.property("birthDate", patient.birthDate?.description)
    }
  }
}

extension JSONBytes {
  fileprivate mutating func timezone(_ zone: Zone) {
    object { json in
      json.property("url", "http://hl7.org/fhir/StructureDefinition/timezone")
      json.property("valueCode", zone.id)
    }
  }

  fileprivate mutating func names(of patient: Patient) {
    let (family, given) = (patient.familyName?.fhirText, patient.givenName?.fhirText)
    guard family != nil || given != nil else { return }
    list("name") { json in
      json.object { json in
        json.property("use", "official")
        json.property("family", family)
        if let given { json.property("given", items: [given]) { $0.text($1) } }
      }
    }
  }
}
