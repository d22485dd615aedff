import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport
import Testing

// The signals in the form of the reference, with its parameters.

extension SignalInputs {
  func asReference(
    _ scratch: SignalScratch, treatment: ClosedRange<Int32>?
  ) throws -> [String: Any] {
    var object = patterns()
    object.merge(try timing(scratch)) { $1 }
    object["trend"] =
      Trend.find(in: weekRatios, at: weeks, scratch: scratch).value
      .map(\.asReference).orNull
    let holidays = treatment.map {
      DrugHolidays(in: $0, days: evaluableDays, events: events)
    }
    object["drugHolidays"] = [
      "count": holidays?.count ?? 0, "days": holidays?.days ?? 0,
      "longest": holidays?.longest ?? 0,
      "list": (holidays?.holidays ?? []).map { [name($0.first), Int($0.days)] as [Any] },
    ]
    return object
  }

  private func name(_ day: Int32) -> String { CivilDate(dayNumber: Int(day)).description }

  private func patterns() -> [String: Any] {
    let transitions = Transitions(of: taken, at: indices, events: owned)
    let weekdays = ClassTally.weekdays(of: taken, on: days)
    return [
      "transitions": [
        "missMiss": transitions.missToMiss, "missTake": transitions.missToTaken,
        "takeMiss": transitions.takenToMiss, "takeTake": transitions.takenToTaken,
        "pMissGivenMiss": transitions.missAfterMiss.asReference,
        "pMissGivenTaken": transitions.missAfterTaken.asReference,
      ] as [String: Any],
      "catchUpDoubleDoses": transitions.catchUps,
      "weekday": weekdays.map {
        ["expected": $0.expected, "taken": $0.taken, "fraction": $0.share.asReference]
          as [String: Any]
      },
    ]
  }

  private func timing(_ scratch: SignalScratch) throws -> [String: Any] {
    let lateness = Lateness.summary(of: lateness, scratch: scratch)
    let intervals = Interdose(intervals)
    let onTime = lateness.value?.nearPlanned ?? 0
    return [
      "lateness": lateness.fields,
      "nearPlannedOfDue": taken.isEmpty ? NSNull() : Double(onTime) / Double(taken.count) as Any,
      "nearPlannedOfDone": lateness.map { Double($0.nearPlanned) / Double($0.count) }.asReference,
      "interdose": intervals.asReference(expected: taken.count),
      "circular": (0..<slotCount).map { slot in
        var sum = CircularSum()
        sum.add(clocks, where: clockSlots, are: Int32(slot))
        return sum.result.value.map(\.asReference).orNull
      },
      "forgivenessCoverage": span.map {
        Coverage.measure(
          of: $0, doses: zip(times, following).map { $0..<$0 + $1 * 3 / 2 }, holds: holds
        ).map(\.share).asReference
      } ?? NSNull(),
      "pkTimeAboveHalfTrough": try span.map {
        try #require(DrugLevel(halfLife: nominal, threshold: 0.5)).shareAbove(
          events: times, amounts: times.map { _ in 1 }, until: $0.upperBound
        ).asReference
      } ?? NSNull(),
    ]
  }
}

extension Optional {
  fileprivate var orNull: Any { map { $0 as Any } ?? NSNull() }
}

extension Trend {
  fileprivate var asReference: [String: Any] {
    [
      "theilSen": theilSen, "kendallTauB": tauB.asReference,
      "mannKendall": ["S": mannKendall.s],
    ]
  }
}

extension Estimate where Value == Lateness {
  fileprivate var fields: [String: Any] {
    [
      "mean": map(\.mean).asReference, "sd": flatMap(\.deviation).asReference,
      "median": map(\.median).asReference, "q25": map(\.lowerQuartile).asReference,
      "q75": map(\.upperQuartile).asReference, "meanAbs": map(\.meanDistance).asReference,
      "mad": map(\.medianDeviation).asReference,
    ]
  }
}

extension Interdose {
  fileprivate func asReference(expected: Int) -> [String: Any] {
    [
      "count": count, "meanHours": mean.asReference, "sdHours": deviation.asReference,
      "cv": variation.asReference, "maxHours": longest.asReference,
      "within25OfIntervals": nearOfIntervals.asReference,
      "within25OfPrescribed": near(ofPrescribed: expected).asReference,
      "tooShort": tooShort, "tooLong": tooLong,
    ]
  }
}

extension CircularTime {
  fileprivate var asReference: [String: Any] {
    [
      "n": count, "meanHour": meanHour.asReference, "R": resultant,
      "sdHours": deviationHours.asReference,
    ]
  }
}
