import AdherenceStatistics

// What of the statistics of shown groups is withheld, as other groups are small.

extension GroupStatistics {
  /// Withholds counts of patients, and what gives them by division.
  ///
  /// - Parameters:
  ///   - json: The statistics of the part.
  ///   - hidden: The counts that are withheld.
  ///   - weeks: The weeks since the start of treatment that are withheld.
  /// - Returns: The statistics that are left.
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

  /// What gives the number of patients with a ratio: means by their denominators, and intervals.
  private static let ofEvaluable =
    [
      "evaluable", "due", "done", "pooledRatio", "pooledRatioInterval", "meanRatio",
      "meanRatioInterval", "sd", "skew", "trimmedMean10",
    ] + JSONValue.quantileNames

  /// The members of a summary that are withheld: shares give two numbers of patients.
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
  /// A survival curve without its withheld counts; what is left is survival at landmarks that hold none.
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
  /// Withholds what holds two groups against each other, where it gives a withheld number of one of them.
  ///
  /// - Parameters:
  ///   - json: The statistics of the task.
  ///   - smallest: The fewest patients that may be disclosed.
  ///   - hidden: Returns the counts that are withheld of a group.
  /// - Returns: The statistics that are left.
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

  /// The members of a comparison that are withheld.
  ///
  /// Test statistics give the numbers of patients, and a difference gives one number by the other.
  private static func hidden(
    _ hidden: [Set<PatientCount>]
  ) -> [String] {
    hidden.contains { $0.hidesEvaluable } ? ["mannWhitney"] : []
  }
}
