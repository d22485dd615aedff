import AdherenceStatistics

// What statistics say of groups of too few patients.
extension JSONValue {
  /// The same without what tells of fewer than some patients, which is missing for that reason.
  ///
  /// What is counted of patients goes by its name: a part that is of too few is missing as a whole; extremes,
  /// curves, trajectories and what is drawn patient by patient always are; a quantile needs enough
  /// patients on both of its sides.
  func withholding(groupsSmallerThan smallest: Int) -> JSONValue {
    switch self {
    case .list(let values):
      return .list(values.map { $0.withholding(groupsSmallerThan: smallest) })
    case .made(let count, let make):
      return .made(count) { make($0).withholding(groupsSmallerThan: smallest) }
    case .object(let members):
      let sizes = JSONValue.sizes.compactMap { members[$0]?.count }
      if sizes.contains(where: { 0 < $0 && $0 < smallest }) { return .missing(.tooFewPatients) }
      return .object(JSONValue.shown(of: members, smallest))
    case .texts, .counts, .number, .count, .text, .null, .missing: return self
    }
  }

  /// How many patients a part is of.
  private static let sizes = ["patients", "evaluable", "observed", "atRisk"]
  /// What tells of single patients.
  private static let single: Set = ["min", "max", "histogram", "funnel", "curve", "trajectories"]
  /// Counts of some of the patients, what is made of them, and the count of all of these.
  private static let some = [
    ("reaching", ["reaching", "reachingShare", "reachingInterval"], "evaluable"),
    ("initiated", ["initiated"], "patients"), ("followed", ["followed"], "patients"),
    ("discontinued", ["discontinued"], "followed"),
    ("covered", ["covered", "share", "interval"], "observed"),
  ]
  private static let quantiles = [
    "q05": 0.05, "q10": 0.1, "q25": 0.25, "median": 0.5, "q75": 0.75, "q90": 0.9, "q95": 0.95,
  ]

  private var count: Int? { if case .count(let count) = self { count } else { nil } }

  private static func shown(
    of members: [String: JSONValue], _ smallest: Int
  ) -> [String: JSONValue] {
    let isSmall = { (count: Int) in 0 < count && count < smallest }
    let patients = members["evaluable"]?.count ?? members["patients"]?.count
    var hidden = single.intersection(members.keys)
    for (name, share) in quantiles where members[name] != nil {
      if let patients, Double(patients) * min(share, 1 - share) < Double(smallest) {
        hidden.insert(name)
      }
    }
    for (name, made, whole) in some {
      guard let count = members[name]?.count else { continue }
      let others = members[whole]?.count.map { $0 - count } ?? 0
      if isSmall(count) || isSmall(others) { hidden.formUnion(made) }
    }
    return Dictionary(
      uniqueKeysWithValues: members.map { name, value in
        (
          name,
          hidden.contains(name)
            ? .missing(.tooFewPatients) : value.withholding(groupsSmallerThan: smallest)
        )
      })
  }
}
