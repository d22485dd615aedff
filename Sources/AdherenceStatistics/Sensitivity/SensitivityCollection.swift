import AdherenceAnalytics

/// What patients come to by each combination of a grid, while they are added one by one.
///
/// Parts that were collected apart merge to the same, in any order. Memory follows the different figures of each
/// group, task and combination.
package struct SensitivityCollection: Sendable {
  package typealias PartName = CohortCollection.PartName

  /// By task and group: the tally of each variant.
  private var parts: [PartName: [SensitivityTally]] = [:]

  /// Creates the collection of no patients.
  package init() {}

  /// Adds the task of a patient.
  ///
  /// - Parameters:
  ///   - figures: The figures of each variant of the plan.
  ///   - task: The task's id.
  ///   - groups: The different groups that the patient is in, which may be none.
  package mutating func add(_ figures: [SensitivityFigures], of task: String, to groups: [String]) {
    for group in [nil] + groups.map(Optional.some) {
      let name = PartName(task: task, group: group)
      let none = [SensitivityTally](repeating: SensitivityTally(), count: figures.count)
      for place in figures.indices { parts[name, default: none][place].add(figures[place]) }
    }
  }

  /// Adds the patients of another part.
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

  /// The tally of a part by a combination of a plan; `nil` where nobody is in it.
  package func tally(
    of name: PartName, combination: Int, _ plan: SensitivityPlan
  ) -> SensitivityTally? {
    parts[name].map { $0[plan.places[combination]] }
  }

  /// Whether it was collected by a plan, wherever it was read.
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

  /// Writes the parts in order, so that the same patients give the same bytes.
  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for (name, tallies) in parts.sorted(by: { $0.key < $1.key }) {
      try list.encode(Entry(task: name.task, group: name.group, tallies: tallies))
    }
  }

  /// Reads the parts, each once.
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
