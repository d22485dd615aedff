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
    let goneHolds = Set(superseded(holds.enumerated(), at: moment))
    if !goneHolds.isEmpty {
      record.holds = holds.indices.filter { !goneHolds.contains($0) }.map { holds[$0] }
    }
    let goneOutcomes = Set(superseded(outcomes.detailed, at: moment))
    if !goneOutcomes.isEmpty {
      record.outcomes = OutcomeTable(
        outcomes.indices.lazy.filter { !goneOutcomes.contains($0) }.map { outcomes[$0] })
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

/// The positions of what does not count at a moment: not yet known, replaced, or taken back.
///
/// Of versions that became known at once the later one counts.
private func superseded<Record: Replaceable>(
  _ records: some Sequence<(offset: Int, element: Record)>, at moment: Instant?
) -> [Int] {
  var latest: [String: (recorded: Instant, position: Int, isDeleted: Bool)] = [:]
  var positions: [Int] = []
  for (position, record) in records {
    let recorded = record.recordedAt ?? .earliest
    if let moment, recorded > moment {
      positions.append(position)
    } else if let id = record.id {
      if let known = latest[id], recorded < known.recorded {
        positions.append(position)
      } else {
        if let known = latest[id] { positions.append(known.position) }
        latest[id] = (recorded, position, record.isDeleted)
      }
    } else if record.isDeleted {
      positions.append(position)
    }
  }
  return positions + latest.values.filter(\.isDeleted).map(\.position)
}
