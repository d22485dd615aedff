import AdherenceAnalytics

/// A count of patients in the tables and statistics of a cohort, which small groups may withhold.
package enum PatientCount: Hashable, Sendable {
  /// The patients of a row, by the number of the period; `nil` for the whole range.
  case patients(Int?)
  /// Those of them with a ratio.
  case evaluable(Int?)
  /// Those of them whose ratio reaches the threshold.
  case reaching(Int?)
  /// The same of a task's statistics, where they differ from the rows.
  case members, evaluableMembers, reachingMembers
  case initiated, followed, discontinued
  /// The patients behind a curve, those at risk at a landmark, and those whom its survival amounts to.
  case curve(Curve), atRisk(Curve, Int), surviving(Curve, Int)
  /// Those with something due in a week since the start of treatment.
  case week(Int)
  /// Those observed on a day since the start of treatment, and those of them who took anything.
  case observed(Int), covered(Int)

  /// A survival curve.
  package enum Curve: Hashable, Sendable {
    case initiation, persistence
  }
}

extension SurvivalCurve {
  /// The days at which a curve is read off.
  package static let landmarks: [Double] = [30, 60, 90, 120, 150, 180, 270, 365]
}

extension CohortCollection.TaskMembers {
  /// The counts of patients that the statistics of the part hold.
  ///
  /// - Parameters:
  ///   - names: What its patients, those with a ratio and those at the threshold are called.
  ///   - weeks: The weeks since the start of treatment whose numbers are withheld already.
  ///   - parameters: What the statistics take for granted.
  /// - Returns: The counts, each with the sets that it is part of.
  func counts(
    _ names: (PatientCount, PatientCount, PatientCount), _ weeks: Set<Int>,
    _ parameters: MeasureParameters
  ) -> [SmallCounts<PatientCount>.Count] {
    typealias Count = SmallCounts<PatientCount>.Count
    let patients = places.count
    let evaluable = members.count { $0.expected > 0 }
    let reaching = members.count {
      $0.expected > 0 && parameters.threshold.isReached(by: $0.taken, of: $0.expected)
    }
    let initiated = members.count { $0.isInitiated }
    let followed = members.count { $0.persistenceDays != nil }
    let discontinued = members.count { $0.isDiscontinued }
    let own = [
      Count(names.0, patients, rank: 0), Count(names.1, evaluable, of: [patients], rank: 1),
      Count(names.2, reaching, of: [evaluable, patients]),
      Count(.initiated, initiated, of: [patients], rank: 2),
      Count(.followed, followed, of: [initiated, patients], rank: 3),
      Count(.discontinued, discontinued, of: [followed, initiated, patients]),
    ]
    let persistence = SurvivalCurve(
      of: members.lazy.compactMap(\.persistence), level: parameters.confidence)
    let initiation = SurvivalCurve(
      of: members.lazy.compactMap(\.initiation), level: parameters.confidence)
    return own + counts(.persistence, persistence, rank: 4)
      + counts(.initiation, initiation, rank: 5)
      + counts(withholding: weeks)
  }

  private func counts(
    _ kind: PatientCount.Curve, _ curve: SurvivalCurve, rank: Int
  ) -> [SmallCounts<PatientCount>.Count] {
    let (whole, last) = (PatientCount.curve(kind), SmallCounts<PatientCount>.lastRank)
    let landmarks = SurvivalCurve.landmarks.filter { $0 <= curve.steps.last?.time ?? 0 }
    return [.init(whole, curve.count, of: [places.count], rank: rank)]
      + landmarks.flatMap { (time: Double) -> [SmallCounts<PatientCount>.Count] in
        let (atRisk, day) = (curve.atRisk(at: time), Int(time))
        let surviving = ((curve.survival(at: time).value ?? 0) * Double(curve.count)).rounded()
        return [
          .init(
            .atRisk(kind, day), atRisk, of: [curve.count], rank: last,
            needs: [whole, .surviving(kind, day)]),
          .init(
            .surviving(kind, day), Int(surviving), of: [curve.count], rank: last,
            needs: [whole, .atRisk(kind, day)]),
        ]
      }
  }

  /// The counts by week and day since the start of treatment.
  private func counts(
    withholding hidden: Set<Int>
  ) -> [SmallCounts<PatientCount>.Count] {
    typealias Count = SmallCounts<PatientCount>.Count
    let last = SmallCounts<PatientCount>.lastRank
    let weeks = weekSizes.sorted { $0.key < $1.key }.map {
      Count(
        .week($0.key), $0.value, of: [places.count], rank: last,
        isWithheld: hidden.contains($0.key))
    }
    let days = time.observed.indices.flatMap { day in
      [
        Count(.observed(day), time.observed[day], of: [places.count], rank: last),
        Count(
          .covered(day), time.covered[day], of: [time.observed[day]], needs: [.observed(day)]),
      ]
    }
    return weeks + days
  }

  /// By week since the start of treatment: how many patients have something due in it.
  var weekSizes: [Int: Int] { time.weekSizes }
}
