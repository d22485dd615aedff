/// A nominal time in a gap or overlap of a zone.
public struct Adjustment: Hashable, Sendable {
  /// The planned occurrence.
  public var key: OccurrenceKey
  /// The effect on the occurrence.
  public var effect: Effect

  /// Creates an adjustment.
  public init(key: OccurrenceKey, effect: Effect) {
    self.key = key
    self.effect = effect
  }

  /// The effect of a zone and the policies of an element on a nominal time.
  public enum Effect: Hashable, Sendable {
    /// The occurrence is omitted.
    case skipped
    /// The occurrence starts at another wall-clock time.
    case shifted(to: Instant)
    /// The local time is repeated, and the occurrence starts at one of the two instants.
    case chosen(Instant)
    /// The local time is repeated, and the occurrence starts at both instants.
    case doubled(Instant, Instant)
  }
}

extension Occurrences {
  /// Returns the planned times in gaps and overlaps at the changes of offset in or near a range.
  ///
  /// Excluded times and elapsed sequences are not included.
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

  private func effect(at local: Int64, _ starts: ResolvedStarts) -> Adjustment.Effect? {
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
