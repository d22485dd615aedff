/// A nominal time that a zone did not take as it was planned.
public struct Adjustment: Hashable, Sendable {
  /// What was planned.
  public var key: OccurrenceKey
  /// What became of it.
  public var effect: Effect

  /// Creates an adjustment.
  public init(key: OccurrenceKey, effect: Effect) {
    self.key = key
    self.effect = effect
  }

  /// What a zone and the policies of an element make of a nominal time.
  public enum Effect: Hashable, Sendable {
    /// Nothing takes place.
    case skipped
    /// It takes place at another wall-clock time.
    case shifted(to: Instant)
    /// Clocks show the time twice, and it takes place once: then.
    case chosen(Instant)
    /// Clocks show the time twice, and it takes place both times.
    case doubled(Instant, Instant)
  }
}

extension Occurrences {
  /// The planned times that a gap skipped or shifted, or that came twice, at the changes of offset in a
  /// range or about its ends.
  ///
  /// Excluded times are not planned, and elapsed sequences have no planned times.
  ///
  /// - Complexity: O(*k* · *c*) for *k* elements and *c* changes of offset in `range`.
  public func adjustments(in range: Range<Instant>) -> [Adjustment] {
    let seconds = Occurrences.seconds(range)
    return elements.indices.flatMap { index in
      elements[index].adjustments(in: seconds).map { nominal, effect in
        let key = OccurrenceKey(element: schedule.elements[index].id, nominal: nominal)
        return Adjustment(key: key, effect: effect)
      }
    }
  }
}

extension CompiledElement {
  fileprivate func adjustments(in range: Range<Int64>) -> [(CivilDateTime, Adjustment.Effect)] {
    guard case .civil = clock, count > 0 else { return [] }
    let range = range.clamped(to: begin..<max(begin, end))
    let first = table.piece(at: range.lowerBound)
    return table.pieces[first...].dropLast().prefix { $0.end < range.upperBound }.indices.flatMap {
      adjustments(inSeamAfter: $0)
    }
  }

  private func adjustments(inSeamAfter index: Int) -> [(CivilDateTime, Adjustment.Effect)] {
    let ordinals = ordinals(inSeamAfter: index)
    countSteps(Int64(ordinals.count) + 1)
    return ordinals.filter { !isExcluded($0) }
      .compactMap { ordinal in
        let nominal = sequence.nominal(ordinal)
        return effect(at: nominal, starts(of: ordinal)).map {
          (CivilDateTime(clamping: nominal), $0)
        }
      }
  }

  private func effect(at local: Int64, _ starts: Starts) -> Adjustment.Effect? {
    let first = starts.first.map(Instant.init(seconds:))
    switch table.resolve(local) {
    case .unique: return nil
    case .gap: return first.map { .shifted(to: $0) } ?? .skipped
    case .overlap:
      guard let first else { return .skipped }
      return starts.second.map { .doubled(first, Instant(seconds: $0)) } ?? .chosen(first)
    }
  }
}
