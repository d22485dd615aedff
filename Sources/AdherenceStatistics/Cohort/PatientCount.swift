import AdherenceAnalytics

/// A count of patients in the tables and statistics of a cohort, subject to withholding for small
/// groups.
package enum PatientCount: Hashable, Sendable {
  /// The patients of a row, by the number of the period; `nil` is the whole range.
  case patients(Int?)
  /// The patients with a ratio.
  case evaluable(Int?)
  /// The patients with a ratio at or above the threshold.
  case reaching(Int?)
  /// The same counts in a task's statistics, where they differ from the rows.
  case members, evaluableMembers, reachingMembers
  case initiated, followed, discontinued
  /// The patients of a curve, those at risk at a landmark, and the equivalent number of survivors.
  case curve(Curve), atRisk(Curve, Int), surviving(Curve, Int)
  /// The patients with anything due in a week since the start of treatment.
  case week(Int)
  /// The patients observed on a day since the start of treatment, and those with any intake.
  case observed(Int), covered(Int)

  /// A survival curve.
  package enum Curve: Hashable, Sendable {
    case initiation, persistence
  }
}

extension SurvivalCurve {
  /// The days at which values of a curve are reported.
  package static let landmarks: [Double] = [30, 60, 90, 120, 150, 180, 270, 365]
}

extension CohortCollection.TaskMembers {
  private typealias Count = SmallCounts<PatientCount>.Count
  private static var last: Int { SmallCounts<PatientCount>.lastRank }

  /// Returns the patient counts in the statistics of the part.
  ///
  /// - Parameters:
  ///   - names: The names of the counts of all patients, those with a ratio and those at the
  ///     threshold.
  ///   - parameters: The parameters of the statistics.
  ///   - isWithheld: Returns whether the part, or a week since the start of treatment, is already
  ///     withheld.
  /// - Returns: The counts, each with the sets that contain it.
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

  /// Returns the counts by week since the start of treatment.
  private func weeks(_ isWithheld: (_ week: Int?) -> Bool) -> [Count] {
    weekSizes.sorted { $0.key < $1.key }.map {
      Count(
        .week($0.key), $0.value, of: [places.count], rank: Self.last,
        isWithheld: isWithheld($0.key))
    }
  }

  /// Returns the counts by day since the start of treatment.
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

  /// The number of patients with anything due, by week since the start of treatment.
  var weekSizes: [Int: Int] { time.weekSizes }
}
