import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling

// Our measures in the form of the reference, so that every field is compared.

extension MonitoringCohort.Patient {
  /// What the reference has of a patient, from our measures.
  var asReference: [String: Any] {
    guard let doses = measures["med"] else { return [:] }
    var object: [String: Any] = ["id": record.patient.id, "arm": record.patient.group ?? ""]
    object.merge(doses.taking.asReference) { $1 }
    object.merge(doses.phases?.asReference ?? [:]) { $1 }
    object["rolling7"] = doses.rolling?.asReference
    object["rolling7Min"] = doses.rolling?.least.asReference
    object["slotAdherence"] = doses.slots?.map(\.adherence.asReference)
    for task in ["walk", "survey"] { object[task] = measures[task]?.targets?.asReference }
    return object
  }
}

extension Estimate {
  var asReference: Any { value ?? NSNull() }
}

extension Optional where Wrapped == CivilDate {
  var asReference: Any { self?.description ?? NSNull() }
}

extension TakingAdherence {
  fileprivate var asReference: [String: Any] {
    [
      "expected": expected, "taken": taken, "missed": expected - taken, "events": events,
      "extra": extra, "adherence": adherence.asReference, "takingUncapped": uncapped.asReference,
      "eventsOnDaysWithoutOccurrence": strayEvents, "evaluableDays": evaluableDays,
      "correctDosingDaysOwned": correctDosing.asReference,
    ]
  }
}

extension TreatmentPhases {
  fileprivate var asReference: [String: Any] {
    let course = course.value
    return [
      "initiated": isInitiated, "initiationDelayHours": initiationDelay.asReference,
      "firstDate": first.asReference, "lastDate": last.asReference,
      "daysAfterLast": course?.daysAfterLast ?? NSNull(),
      "discontinued": course?.isDiscontinued ?? NSNull(),
      "persistenceDays": course?.persistenceDays ?? NSNull(),
      "persistenceEvent": course.map { $0.isDiscontinued ? 1 : 0 } ?? NSNull(),
      "implExpected": course?.expected ?? 0, "implTaken": course?.taken ?? 0,
      "implementation": course?.implementation.asReference ?? NSNull(),
    ]
  }
}

extension RollingFigures {
  fileprivate var asReference: [String: Any]? {
    ["values": values.map { $0 ?? NSNull() as Any }]
  }
}

extension TargetCredits {
  fileprivate var asReference: [String: Any] {
    [
      "expected": expected, "outcomeExists": outcomeExists.asReference,
      "targetMet": targetMet.asReference, "linearMean": linearMean.asReference,
      "cappedSum": cappedSum.asReference, "uncappedSum": uncappedSum.asReference,
    ]
  }
}
