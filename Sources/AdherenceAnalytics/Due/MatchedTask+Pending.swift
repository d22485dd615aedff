import Scheduling

extension MatchedTask {
  /// Returns the occurrences that are neither done nor expired, and open by a time, in order.
  func events(opening until: Instant) -> [CareEvent] {
    let columns = columns
    let positions = columns.windows.indices.filter { position in
      columns.windows[position].open <= until && asOf < columns.windows[position].expiry
        && scored(at: position, in: columns).state.isPending
    }
    return events(at: positions)
  }

  /// Returns the first occurrence in a range that is neither done nor on hold.
  func firstEvent(startingIn range: Range<Instant>) -> CareEvent? {
    let columns = columns
    var position = columns.rows.partitionPoint { $0.start < range.lowerBound }
    while position < columns.rows.count, columns.rows[position].start < range.upperBound {
      if scored(at: position, in: columns).state.isPending { return events(at: [position])[0] }
      position += 1
    }
    return nil
  }

  private func events(at positions: [Int]) -> [CareEvent] {
    var given = Dictionary(uniqueKeysWithValues: positions.map { (Int32($0), [Outcome]()) })
    if given.isEmpty { return [] }
    for (outcome, position) in matching.positions.enumerated() where position >= 0 {
      given[position]?.append(matching.outcomes[outcome])
    }
    let columns = columns
    return positions.map { position in
      CareEvent(scored(at: position, in: columns), of: timeline.plan, given[Int32(position)] ?? [])
    }
  }
}

extension OccurrenceState {
  /// Whether the occurrence is still to be done.
  fileprivate var isPending: Bool {
    switch self {
    case .started, .upcoming, .open, .overdue: true
    case .cancelled, .onHold, .declined, .done, .partial, .missed: false
    }
  }
}
