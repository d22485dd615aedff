import Scheduling

extension MatchedTask {
  /// Returns the occurrences that are neither done nor expired, and open by a time, in order.
  func events(opening until: Instant) -> [CareEvent] {
    let columns = columns
    let places = columns.windows.indices.filter { place in
      columns.windows[place].open <= until && asOf < columns.windows[place].expiry
        && scored(at: place, in: columns).state.isPending
    }
    return events(at: places)
  }

  /// Returns the first occurrence in a range that is neither done nor on hold.
  func firstEvent(startingIn range: Range<Instant>) -> CareEvent? {
    let columns = columns
    var place = columns.rows.partitionPoint { $0.start < range.lowerBound }
    while place < columns.rows.count, columns.rows[place].start < range.upperBound {
      if scored(at: place, in: columns).state.isPending { return events(at: [place])[0] }
      place += 1
    }
    return nil
  }

  private func events(at places: [Int]) -> [CareEvent] {
    var given = Dictionary(uniqueKeysWithValues: places.map { (Int32($0), [Outcome]()) })
    if given.isEmpty { return [] }
    for (outcome, place) in matching.places.enumerated() where place >= 0 {
      given[place]?.append(matching.outcomes[outcome])
    }
    let columns = columns
    return places.map { place in
      CareEvent(scored(at: place, in: columns), of: timeline.plan, given[Int32(place)] ?? [])
    }
  }
}

extension OccurrenceState {
  /// Whether the occurrence is still to be done.
  fileprivate var isPending: Bool {
    switch self {
    case .started, .upcoming, .open, .overdue: true
    case .cancelled, .suspended, .declined, .completed, .partial, .missed: false
    }
  }
}
