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
  private typealias Count = SmallCounts<PatientCount>.Count
  private static var last: Int { SmallCounts<PatientCount>.lastRank }

  /// The counts of patients that the statistics of the part hold.
  ///
  /// - Parameters:
  ///   - names: What its patients, those with a ratio and those at the threshold are called.
  ///   - parameters: What the statistics take for granted.
  ///   - isWithheld: Whether the part, or a week since the start of treatment, is withheld already.
  /// - Returns: The counts, each with the sets that it is part of.
  func counts(
    _ names: (PatientCount, PatientCount, PatientCount), _ parameters: MeasureParameters,
    _ isWithheld: (_ week: Int?) -> Bool
  ) -> [SmallCounts<PatientCount>.Count] {
    let persistence = persistence(parameters)
    let initiation = SurvivalCurve(
      of: members.lazy.compactMap(\.initiation), level: parameters.confidence)
    let isHidden = isWithheld(nil)
    return counts(names, parameters, isHidden: isHidden)
      + counts(.persistence, persistence, rank: 4, isHidden: isHidden)
      + counts(.initiation, initiation, rank: 5, isHidden: isHidden)
      + weeks(isWithheld) + days(isHidden: isHidden)
  }

  private func counts(
    _ names: (PatientCount, PatientCount, PatientCount), _ parameters: MeasureParameters,
    isHidden: Bool
  ) -> [Count] {
    let patients = places.count
    let evaluable = members.count { $0.expected > 0 }
    let reaching = members.count {
      $0.expected > 0 && parameters.threshold.isReached(by: $0.taken, of: $0.expected)
    }
    let initiated = members.count { $0.isInitiated }
    let followed = members.count { $0.persistenceDays != nil }
    let discontinued = members.count { $0.isDiscontinued }
    return [
      Count(names.0, patients, rank: 0, isWithheld: isHidden),
      Count(names.1, evaluable, of: [patients], rank: 1, isWithheld: isHidden),
      Count(names.2, reaching, of: [evaluable, patients], isWithheld: isHidden),
      Count(.initiated, initiated, of: [patients], rank: 2, isWithheld: isHidden),
      Count(.followed, followed, of: [initiated, patients], rank: 3, isWithheld: isHidden),
      Count(
        .discontinued, discontinued, of: [followed, initiated, patients], isWithheld: isHidden),
    ]
  }

  private func counts(
    _ kind: PatientCount.Curve, _ curve: SurvivalCurve, rank: Int, isHidden: Bool
  ) -> [Count] {
    let whole = PatientCount.curve(kind)
    let landmarks = SurvivalCurve.landmarks.filter { $0 <= curve.steps.last?.time ?? 0 }
    let count = Count(whole, curve.count, of: [places.count], rank: rank, isWithheld: isHidden)
    return [count]
      + landmarks.flatMap { (time: Double) -> [Count] in
        let (atRisk, day) = (curve.atRisk(at: time), Int(time))
        let surviving = ((curve.survival(at: time).value ?? 0) * Double(curve.count)).rounded()
        return [
          Count(
            .atRisk(kind, day), atRisk, of: [curve.count], rank: Self.last,
            needs: [whole, .surviving(kind, day)], isWithheld: isHidden),
          Count(
            .surviving(kind, day), Int(surviving), of: [curve.count], rank: Self.last,
            needs: [whole, .atRisk(kind, day)], isWithheld: isHidden),
        ]
      }
  }

  /// The counts by week since the start of treatment.
  private func weeks(_ isWithheld: (_ week: Int?) -> Bool) -> [Count] {
    weekSizes.sorted { $0.key < $1.key }.map {
      Count(
        .week($0.key), $0.value, of: [places.count], rank: Self.last,
        isWithheld: isWithheld($0.key))
    }
  }

  /// The counts by day since the start of treatment.
  private func days(isHidden: Bool) -> [Count] {
    time.observed.indices.flatMap { day in
      [
        Count(
          .observed(day), time.observed[day], of: [places.count], rank: Self.last,
          isWithheld: isHidden),
        Count(
          .covered(day), time.covered[day], of: [time.observed[day]], needs: [.observed(day)],
          isWithheld: isHidden),
      ]
    }
  }

  /// By week since the start of treatment: how many patients have something due in it.
  var weekSizes: [Int: Int] { time.weekSizes }
}
