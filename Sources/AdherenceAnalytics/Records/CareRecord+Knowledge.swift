public import Scheduling

extension CareRecord {
  /// The record as it was known at a moment: without what was recorded later, and of outcomes and holds
  /// that were edited the version that counted then.
  ///
  /// Of several with one `id` the latest recorded counts; one that is deleted takes all of them back.
  /// Versions of tasks stay, as they hold one after the other.
  ///
  /// - Parameter moment: The moment; `nil` means all that is recorded is known.
  /// - Returns: The record, in which nothing is edited or taken back any more but tasks.
  public func known(at moment: Instant? = nil) -> CareRecord {
    var record = self
    if let moment, tasks.contains(where: { !$0.isKnown(at: moment) }) {
      record.tasks = tasks.filter { $0.isKnown(at: moment) }
    }
    if holds.contains(where: { $0.recordedAt != nil || $0.id != nil || $0.isDeleted }) {
      record.holds = holds.current(at: moment).map { holds[$0] }
    }
    if outcomes.hasVersions {
      let current = outcomes.current(at: moment)
      if current.count < outcomes.count {
        record.outcomes = OutcomeTable(current.map { outcomes[$0] })
      }
    }
    return record
  }
}

extension CareTask {
  fileprivate func isKnown(at moment: Instant) -> Bool { recordedAt.map { $0 <= moment } ?? true }
}

/// A record that later ones with its id replace.
private protocol Replaceable {
  var id: String? { get }
  var recordedAt: Instant? { get }
  var isDeleted: Bool { get }
}

extension Hold: Replaceable {}
extension Outcome: Replaceable {}

extension Collection where Element: Replaceable, Index == Int {
  /// The positions of what counts at a moment, in order.
  fileprivate func current(at moment: Instant?) -> [Int] {
    var latest: [String: (recorded: Instant, position: Int)] = [:]
    var positions: [Int] = []
    for (position, element) in zip(indices, self) {
      let recorded = element.recordedAt ?? .earliest
      if let moment, recorded > moment { continue }
      guard let id = element.id else {
        if !element.isDeleted { positions.append(position) }
        continue
      }
      if let known = latest[id], recorded < known.recorded { continue }
      latest[id] = (recorded, position)
    }
    positions += latest.values.map(\.position).filter { !self[$0].isDeleted }
    return positions.sorted()
  }
}
