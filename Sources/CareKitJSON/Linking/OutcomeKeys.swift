import AdherenceAnalytics
import Scheduling

/// The keys that CareKit's counting of events means.
struct OutcomeKeys {
  private var keys: [Int: OccurrenceKey] = [:]

  /// The most events that all documents together may ask to be counted: some seconds of work.
  static let budget = 100_000_000

  /// Finds the events of outcomes by the elements of the versions that they name.
  ///
  /// - Parameters:
  ///   - outcomes: The outcomes.
  ///   - versions: The elements of tasks by the names of their versions.
  ///   - budget: How many events may still be counted; what would need more finds none.
  /// - Complexity: O(*n* log *n*) for *n* outcomes, and that of expanding each version to the last
  ///   event asked for.
  init(
    _ outcomes: [Draft<CountedOutcome>],
    _ versions: [String: (id: String, elements: [ElementFacts])], budget: inout Int
  ) {
    var byVersion: [String: [Int]] = [:]
    for (number, draft) in outcomes.enumerated() {
      if let owner = draft.owner { byVersion[owner, default: []].append(number) }
    }
    // In an order of their own, so that a budget ends for the same ones.
    for (owner, numbers) in byVersion.sorted(by: { $0.key < $1.key }) {
      guard let elements = versions[owner]?.elements else { continue }
      find(numbers, of: outcomes, in: elements, &budget)
    }
  }

  private mutating func find(
    _ numbers: [Int], of outcomes: [Draft<CountedOutcome>], in elements: [ElementFacts],
    _ budget: inout Int
  ) {
    let sorted = numbers.sorted { outcomes[$0].record.index < outcomes[$1].record.index }
    let places = sorted.map { outcomes[$0].record.index }
    let chains = elements.map(\.chain)
    let cost = EventOrder.cost(of: chains, upTo: places.last ?? 0)
    guard cost <= budget else { return }
    budget -= cost
    let anchored = elements.map { AnchoredElement($0.chain.planned, id: $0.id) }
    for (number, event) in zip(sorted, EventOrder.events(of: chains, at: places)) {
      keys[number] = event.flatMap { anchored[$0.element].key($0.ordinal) }
    }
  }

  /// The key of the outcome with a number; `nil` where its event is past the end.
  subscript(number: Int) -> OccurrenceKey? { keys[number] }
}
