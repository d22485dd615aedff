import Scheduling

extension MatchedTask {
  /// The occurrences that are neither done nor over, and open by some moment, in order.
  func events(opening until: Instant) -> [CareEvent] {
    let columns = columns
    let places = columns.windows.indices.filter { place in
      columns.windows[place].open <= until && asOf < columns.windows[place].expiry
        && scored(at: place, in: columns).state.isPending
    }
    return events(at: places)
  }

  /// The first occurrence of a stretch that is neither done nor held.
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
  /// Whether something is still to be done.
  fileprivate var isPending: Bool {
    switch self {
    case .started, .upcoming, .open, .overdue: true
    case .cancelled, .onHold, .declined, .done, .partial, .missed: false
    }
  }
}
