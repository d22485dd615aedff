import AdherenceAnalytics
import Formats
import Interchange
import Scheduling

/// Whether a medication is taken as prescribed, for US Core's extension of MedicationRequest.
struct MedicationAdherence {
  let term: Term
  /// The time of the report.
  let dateAsserted: Instant
}

extension PatientResources {
  /// Returns the assertion about a task over the whole range.
  func adherenceAssertion(of task: CareTask) -> MedicationAdherence {
    let series = answer.tasks.first { $0.task == task.id }
    var whole = Adherence()
    for period in series?.periods ?? [] { whole.merge(period) }
    let (numerator, threshold) = (content.query.numerator, content.threshold)
    let term: Term =
      if whole.ratio(numerator) == nil {
        .unknown
      } else {
        whole.reaches(threshold, numerator) ? .complies : .doesNotComply
      }
    return MedicationAdherence(term: term, dateAsserted: moments.asOf)
  }
}

extension JSONBytes {
  mutating func medicationAdherence(_ adherence: MedicationAdherence) {
    object { json in
      json.property(
        "url", "http://hl7.org/fhir/us/core/StructureDefinition/us-core-medication-adherence")
      json.property("extension", items: [true, false]) { json, isTerm in
        json.object { json in
          json.property("url", isTerm ? "medicationAdherence" : "dateAsserted")
          if isTerm {
            json.concept("valueCodeableConcept", [adherence.term])
          } else {
            json.property("valueDateTime", adherence.dateAsserted.description)
          }
        }
      }
    }
  }
}
