import AdherenceAnalytics

/// Sums over patients that merge to the same in any order.
package protocol CohortTally: Sendable, Codable {
  /// Creates the tally of no patients.
  init()
  /// Adds the patients of another part.
  mutating func merge(_ other: Self)
}

/// The tallies of each task and group by a number, such as that of a period or of a combination of parameters.
///
/// Memory follows the tasks, groups, numbers and the distinct figures in their tallies, not the patients.
package struct CohortTallies<Tally: CohortTally>: Sendable {
  package typealias PartName = CohortCollection.PartName

  private var parts: [PartName: [Int: Tally]] = [:]

  /// Creates the tallies of no patients.
  package init() {}

  /// The tasks and groups with patients, by task, the whole cohort first.
  package var names: [PartName] { parts.keys.sorted() }

  /// The numbers of the tallies, by task and group.
  package var numbers: [Set<Int>] { parts.values.map { Set($0.keys) } }

  /// The tally of a number; `nil` where no patient was added.
  package func tally(of name: PartName, _ number: Int) -> Tally? { parts[name]?[number] }

  /// Updates the tallies of a task and group by their numbers.
  mutating func update(_ name: PartName, _ body: (inout [Int: Tally]) -> Void) {
    body(&parts[name, default: [:]])
  }

  /// Merges the tallies of other patients.
  package mutating func merge(_ other: CohortTallies) {
    for (name, theirs) in other.parts {
      update(name) { own in
        for (number, tally) in theirs { own[number, default: Tally()].merge(tally) }
      }
    }
  }
}

extension CohortTallies: Codable {
  private struct Entry: Codable {
    var task: String
    var group: String?
    var numbers: [Int]
    var tallies: [Tally]
  }

  /// Encodes the parts in order, so that the same patients give the same bytes.
  package func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for name in names {
      let own = (parts[name] ?? [:]).sorted { $0.key < $1.key }
      try list.encode(
        Entry(
          task: name.task, group: name.group, numbers: own.map(\.key), tallies: own.map(\.value)))
    }
  }

  /// Decodes the parts, each once.
  package init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let entry = try list.decode(Entry.self)
      let name = PartName(task: entry.task, group: entry.group)
      let isSound =
        entry.numbers.count == entry.tallies.count && parts[name] == nil
        && Set(entry.numbers).count == entry.numbers.count
      guard isSound else { throw decoder.corrupted("a part or a number twice") }
      parts[name] = Dictionary(zip(entry.numbers, entry.tallies)) { first, _ in first }
    }
  }
}
