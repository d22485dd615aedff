import AdherenceAnalytics
import Scheduling

/// The occurrence keys of CareKit's event indices.
struct OutcomeKeys {
  private var keys: [Int: OccurrenceKey] = [:]

  /// The maximum number of events to enumerate over all documents, equivalent to some seconds of
  /// work.
  static let budget = 100_000_000

  /// Resolves the event indices of outcomes by the elements of the linked versions.
  ///
  /// - Parameters:
  ///   - outcomes: The outcomes.
  ///   - versions: The elements of tasks by version identity.
  ///   - budget: The number of events that may still be enumerated; outcomes beyond it are not
  ///     resolved.
  /// - Complexity: O(*n* log *n*) for *n* outcomes, plus the expansion of each version up to the
  ///   last event.
  init(
    _ outcomes: [Draft<CountedOutcome>],
    _ versions: [String: (id: String, elements: [ElementFacts])], budget: inout Int
  ) {
    var byVersion: [String: [Int]] = [:]
    for (number, draft) in outcomes.enumerated() {
      if let owner = draft.owner { byVersion[owner, default: []].append(number) }
    }
    // Sorted, so that the budget always ends at the same outcomes.
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
    let ordinals = sorted.map { outcomes[$0].record.index }
    let chains = elements.map(\.chain)
    let cost = EventOrder.cost(of: chains, upTo: ordinals.last ?? 0)
    guard cost <= budget else { return }
    budget -= cost
    let anchored = elements.map { AnchoredElement($0.chain.planned, id: $0.id) }
    for (number, event) in zip(sorted, EventOrder.events(of: chains, at: ordinals)) {
      keys[number] = event.flatMap { anchored[$0.element].key($0.ordinal) }
    }
  }

  /// Returns the key of an outcome by index; `nil` if its event is past the end.
  subscript(number: Int) -> OccurrenceKey? { keys[number] }
}
