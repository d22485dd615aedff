import AdherenceStatistics
import Formats
import Scheduling

// Withholding in the statistics of shown groups, because other groups are small.

extension GroupStatistics {
  /// Withholds counts of patients, and numbers from which they can be derived.
  ///
  /// - Parameters:
  ///   - json: The statistics of the part.
  ///   - hidden: The counts to withhold.
  ///   - weeks: The weeks since the start of treatment to withhold.
  /// - Returns: The remaining statistics.
  func withholding(
    _ json: JSONValue, _ hidden: Set<PatientCount>, weeks: Set<Int>
  ) -> JSONValue {
    let names: [(PatientCount, String)] = [
      (.initiated, "initiated"), (.followed, "followed"), (.discontinued, "discontinued"),
    ]
    let numbers = self.weeks.map(\.number)
    var json = json.withholding(names.filter { hidden.contains($0.0) }.map(\.1))
    if hidden.hidesEvaluable { json = json.withholding(["bootstrapMean", "betaBinomial"]) }
    return json.changing("summary") { $0.withholding(hidden.ofSummary) }
      .changing("initiation") { $0.withholding(.initiation, hidden) }
      .changing("persistence") { $0.withholding(.persistence, hidden) }
      .changing("relativeWeeks") { list in
        list.changingEach { place, week in
          let number = numbers[place]
          return weeks.contains(number) || hidden.contains(.week(number))
            ? .missing(.tooFewPatients) : week
        }
      }
      .changing("proportionOfPatientsCovered") { list in
        list.changingEach { day, json in json.withholding(hidden.ofDay(day)) }
      }
  }
}

extension Set<PatientCount> {
  /// Whether the number of patients with a ratio is withheld.
  var hidesEvaluable: Bool {
    contains(.evaluable(nil)) || contains(.evaluableMembers) || hidesPatients
  }

  /// Whether the number of patients with a ratio at the threshold is withheld.
  var hidesReaching: Bool { contains(.reachingMembers) || contains(.reaching(nil)) }

  /// The members that reveal the number of patients with a ratio: means by their denominators, and
  /// intervals.
  private static let ofEvaluable =
    [
      "evaluable", "due", "done", "pooledRatio", "pooledRatioInterval", "meanRatio",
      "meanRatioInterval", "sd", "skew", "trimmedMean10",
    ] + JSONValue.quantileNames

  /// The members of a summary to withhold: shares reveal two numbers of patients.
  fileprivate var ofSummary: [String] {
    (hidesPatients ? ["patients"] : [])
      + (hidesEvaluable ? Self.ofEvaluable : [])
      + (hidesReaching ? ["adherentPatients"] : [])
      + (hidesEvaluable || hidesReaching ? ["adherentShare", "adherentInterval"] : [])
  }

  fileprivate func ofDay(_ day: Int) -> [String] {
    let observed = contains(.observed(day)) ? ["observed"] : []
    guard contains(.observed(day)) || contains(.covered(day)) else { return [] }
    return observed + ["covered", "share", "interval"]
  }
}

extension JSONValue {
  /// Withholds the counts of a survival curve; survival at landmarks remains if it reveals none of
  /// them.
  fileprivate func withholding(
    _ curve: PatientCount.Curve, _ hidden: Set<PatientCount>
  ) -> JSONValue {
    let json = hidden.contains(.curve(curve)) ? withholding(["patients", "restrictedMean"]) : self
    return json.changing("at") { list in
      list.changingEach { place, point in
        let day = Int(SurvivalCurve.landmarks[place])
        return hidden.contains(.atRisk(curve, day)) || hidden.contains(.surviving(curve, day))
          ? .missing(.tooFewPatients) : point
      }
    }
  }
}

extension TaskStatistics {
  /// Withholds comparisons of two groups that reveal a withheld number of one of them.
  ///
  /// - Parameters:
  ///   - json: The statistics of the task.
  ///   - smallest: The smallest number of patients that may be disclosed.
  ///   - hidden: Returns the withheld counts of a group.
  /// - Returns: The remaining statistics.
  func withholding(
    _ json: JSONValue, smallest: Int, _ hidden: (String?) -> Set<PatientCount>
  ) -> JSONValue {
    let areFew = groups.contains { (1..<smallest).contains($0.persistence.count) }
    let test = areFew ? ["logRank"] : []
    let counts = groups.map { hidden($0.group) }
    guard let pairs = comparisons.value else { return json.withholding(test) }
    return json.withholding(test).changing("logRank") { $0.withholding(["groups"]) }
      .changing("comparisons") { list in
        list.changingEach { place, json in
          let own = groups.indices.filter {
            pairs[place].groups.contains(groups[$0].group ?? "")
          }
          return json.withholding(
            TaskStatistics.hidden(own.map { counts[$0] }))
        }
      }
  }

  /// The members of a comparison to withhold.
  ///
  /// Test statistics reveal the numbers of patients, and a difference reveals one number given the
  /// other.
  private static func hidden(
    _ hidden: [Set<PatientCount>]
  ) -> [String] {
    hidden.contains { $0.hidesEvaluable } ? ["mannWhitney"] : []
  }
}

// The phases of treatment, and how persistence ended, as JSON.

extension PhaseSummary {
  var json: JSONValue {
    .sorted([
      "initiated": .sorted([
        "patients": count(patients, of: initiated), "share": JSONValue(initiated),
        "interval": JSONValue(initiatedInterval, \.json),
      ]),
      "persistent": .sorted([
        "day": day.map { .integer($0) } ?? .null, "share": JSONValue(persistent),
        "interval": JSONValue(persistentInterval, \.json),
      ]),
      "implementation": .sorted([
        "patients": count(implementers, of: implementation), "mean": JSONValue(implementation),
        "interval": JSONValue(implementationInterval, \.json),
      ]),
      "product": JSONValue(product),
    ])
  }

  /// Returns the number of patients behind a share, which is withheld with it.
  private func count(_ patients: Int, of share: Estimate<Double>) -> JSONValue {
    share == .missing(.tooFewPatients) ? .missing(.tooFewPatients) : .integer(patients)
  }
}

extension GroupStatistics {
  /// The cumulative incidence of each observed cause of discontinuation.
  var cumulativeIncidence: JSONValue {
    let causes = incidences.map { ($0.cause.name, $0.incidence.json) }
    return .sorted([
      "clock": .text(StatisticsText.persistenceClock),
      "causes": .sorted(Dictionary(uniqueKeysWithValues: causes)),
    ])
  }
}

extension CumulativeIncidence {
  fileprivate var json: JSONValue {
    .sorted([
      "patients": .integer(count),
      "curve": .made(steps.count) { [steps] in steps[$0].json },
      "at": .list(
        SurvivalCurve.landmarks.filter { $0 <= followedTo }.map { day in
          .sorted(["t": .number(day), "F": JSONValue(incidence(at: day))])
        }),
    ])
  }
}

extension CumulativeIncidence.Step {
  fileprivate var json: JSONValue {
    .sorted([
      "t": .number(time), "atRisk": .integer(atRisk), "events": .integer(events),
      "otherEvents": .integer(otherEvents), "F": .number(incidence), "se": .number(standardError),
      "interval": JSONValue(interval, \.json),
    ])
  }
}
