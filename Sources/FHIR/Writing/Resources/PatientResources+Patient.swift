import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

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
