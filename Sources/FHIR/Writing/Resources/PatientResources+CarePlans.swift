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
