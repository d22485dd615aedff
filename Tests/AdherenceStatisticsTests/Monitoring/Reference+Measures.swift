import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport

// Our measures in the form of the reference, so that every field is compared.

extension MonitoringCohort.Patient {
  /// The measures of a patient in the form of the reference.
  var asReference: [String: Any] {
    guard let doses = measures["med"] else { return [:] }
    var object: [String: Any] = ["id": record.patient.id, "arm": record.patient.group ?? ""]
    let (intervals, taking) = (ProportionIntervals(), doses.taking)
    object["wilson95"] = intervals.wilson(taking.taken, of: taking.expected).asReference
    object["clopperPearson95"] =
      intervals.clopperPearson(taking.taken, of: taking.expected).asReference
    for part in [
      counted, doses.taking.asReference, doses.phases?.asReference, doses.timing?.asReference,
      doses.patterns?.asReference,
    ] {
      object.merge(part ?? [:]) { $1 }
    }
    object["rolling7"] = doses.rolling?.asReference(since: firstDay)
    object["rolling7Min"] = doses.rolling?.min.asReference
    object["drugHolidays"] = doses.holidays?.asReference
    object["trend"] = doses.trend?.value?.asReference ?? NSNull()
    object["forgivenessCoverage"] = doses.coverage?.forgiveness.map(\.share).asReference
    object["pkTimeAboveHalfTrough"] = doses.coverage?.timeAbove.asReference
    object["circular"] = byNominal.timing?.regularity.map(\.asReference)
    object["slotAdherence"] = byNominal.patterns?.slots.map(\.share.asReference)
    for task in ["walk", "survey"] { object[task] = measures[task]?.targets?.asReference }
    return object
  }
}

extension Estimate {
  var asReference: Any { value ?? NSNull() }
}

extension Estimate where Value == Interval {
  fileprivate var asReference: Any { value.map { [$0.lower, $0.upper] } ?? NSNull() }
}

extension Estimate where Value == CircularTime {
  fileprivate var asReference: Any {
    value.map { time in
      [
        "n": time.count, "meanHour": time.meanHour.asReference, "R": time.resultant,
        "sdHours": time.deviationHours.asReference,
      ] as [String: Any]
    } ?? NSNull()
  }
}

extension Optional where Wrapped == CivilDate {
  var asReference: Any { self?.description ?? NSNull() }
}

extension TakingAdherence {
  fileprivate var asReference: [String: Any] {
    [
      "expected": expected, "taken": taken, "missed": expected - taken, "events": events,
      "extra": extra, "adherence": adherence.asReference,
      "takingAdherence": takingAdherence.asReference,
      "eventsOnDaysWithoutOccurrence": strayEvents, "evaluableDays": evaluableDays,
      "correctDosingDays": correctDosing.asReference,
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
      "implementationDue": course?.expected ?? 0, "implementationDone": course?.taken ?? 0,
      "implementation": course?.implementation.asReference ?? NSNull(),
    ]
  }
}

extension DrugHolidays {
  fileprivate var asReference: [String: Any] {
    [
      "count": count, "days": days, "longest": longest,
      "list": holidays.map { [CivilDate(dayNumber: Int($0.first)).description, Int($0.days)] },
    ]
  }
}

extension DoseTiming {
  fileprivate var asReference: [String: Any] {
    [
      "lateness": lateness.value?.asReference ?? Lateness.missing,
      "nearPlannedOfDue": nearPlannedOfDue.asReference,
      "nearPlannedOfDone": nearPlannedOfDone.asReference,
      "interdose": intervals,
    ]
  }

  private var intervals: [String: Any] {
    [
      "count": interdose.count, "meanHours": interdose.mean.asReference,
      "sdHours": interdose.deviation.asReference, "cv": interdose.variation.asReference,
      "maxHours": interdose.longest.asReference,
      "within25OfIntervals": interdose.nearOfIntervals.asReference,
      "within25OfPrescribed": nearOfExpected.asReference, "tooShort": interdose.tooShort,
      "tooLong": interdose.tooLong,
    ]
  }
}

extension Lateness {
  fileprivate var asReference: [String: Any] {
    [
      "mean": mean, "sd": deviation.asReference, "median": median, "q25": lowerQuartile,
      "q75": upperQuartile, "meanAbs": meanDistance, "mad": medianDeviation,
    ]
  }

  fileprivate static var missing: [String: Any] {
    let names = ["mean", "sd", "median", "q25", "q75", "meanAbs", "mad"]
    return Dictionary(uniqueKeysWithValues: names.map { ($0, NSNull()) })
  }
}

extension RollingFigures {
  /// The reference begins with the plan, and has nothing until a window is full.
  fileprivate func asReference(since first: CivilDate?) -> Any {
    guard let first, let start else { return NSNull() }
    let empty = [Any](repeating: NSNull(), count: start - first)
    return ["from": first.description, "values": empty + values.map { $0 ?? NSNull() as Any }]
  }
}

extension Trend {
  fileprivate var asReference: [String: Any] {
    [
      "theilSen": theilSen, "kendallTauB": tauB.asReference,
      "mannKendall": ["S": mannKendall.s],
    ]
  }
}

extension DosePatterns {
  fileprivate var asReference: [String: Any] {
    [
      "weekday": weekdays.map {
        ["expected": $0.expected, "taken": $0.taken, "fraction": $0.share.asReference]
          as [String: Any]
      },
      "transitions": [
        "missMiss": transitions.missToMiss, "missTake": transitions.missToTaken,
        "takeMiss": transitions.takenToMiss, "takeTake": transitions.takenToTaken,
        "pMissGivenMiss": transitions.missAfterMiss.asReference,
        "pMissGivenTaken": transitions.missAfterTaken.asReference,
      ],
      "catchUpDoubleDoses": transitions.catchUps,
    ]
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
