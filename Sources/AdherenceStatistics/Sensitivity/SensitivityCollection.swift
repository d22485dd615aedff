import AdherenceAnalytics

/// The results of patients for each combination of a grid, collected one patient at a time.
///
/// Partial collections merge to the same value in any order. Memory depends on the distinct figures
/// of each group, task and combination.
package struct SensitivityCollection: Sendable {
  package typealias PartName = CohortCollection.PartName

  /// The tally of each variant, by task and group.
  private var parts: [PartName: [SensitivityTally]] = [:]

  /// Creates an empty collection.
  package init() {}

  /// Adds the task of a patient.
  ///
  /// - Parameters:
  ///   - figures: The figures of each variant of the plan.
  ///   - task: The task's id.
  ///   - groups: The distinct groups of the patient; may be empty.
  package mutating func add(_ figures: [SensitivityFigures], of task: String, to groups: [String]) {
    for group in [nil] + groups.map(Optional.some) {
      let name = PartName(task: task, group: group)
      let none = [SensitivityTally](repeating: SensitivityTally(), count: figures.count)
      for place in figures.indices { parts[name, default: none][place].add(figures[place]) }
    }
  }

  /// Merges another partial collection.
  package mutating func merge(_ other: SensitivityCollection) {
    for (name, theirs) in other.parts {
      guard var own = parts[name] else {
        parts[name] = theirs
        continue
      }
      for place in own.indices { own[place].merge(theirs[place]) }
      parts[name] = own
    }
  }

  /// Returns the tally of a part for a combination of a plan; `nil` if it has no patients.
  package func tally(
    of name: PartName, combination: Int, _ plan: SensitivityPlan
  ) -> SensitivityTally? {
    parts[name].map { $0[plan.places[combination]] }
  }

  /// Returns whether decoded content is valid for a plan.
  package func isSound(_ plan: SensitivityPlan) -> Bool {
    parts.values.allSatisfy { $0.count == plan.variants.count }
  }
}

extension SensitivityCollection: Codable {
  private struct Entry: Codable {
    var task: String
    var group: String?
    var tallies: [SensitivityTally]
  }

  /// Encodes the parts in order, for deterministic output.
  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for (name, tallies) in parts.sorted(by: { $0.key < $1.key }) {
      try list.encode(Entry(task: name.task, group: name.group, tallies: tallies))
    }
  }

  /// Decodes the parts, which must be unique.
  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let entry = try list.decode(Entry.self)
      let name = PartName(task: entry.task, group: entry.group)
      guard parts[name] == nil else { throw decoder.corrupted("a part twice") }
      parts[name] = entry.tallies
    }
  }
}
