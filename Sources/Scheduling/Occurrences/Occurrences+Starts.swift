extension Occurrences {
  /// Appends the starts of the occurrences in a range, in seconds since 1970-01-01T00:00:00Z and in
  /// order, to numbers that the caller reuses.
  ///
  /// - Complexity: As ``append(startingIn:to:limit:)``.
  public func append(
    startsIn range: Range<Instant>, to starts: inout [Int64], limit: Int = .max
  ) {
    guard overrides.isEmpty, !schedule.isDistinct else {
      return starts.append(contentsOf: starting(in: range, limit: limit).lazy.map(\.seconds))
    }
    guard limit > 0 else { return }
    let first = starts.count
    append(Occurrences.seconds(range), to: &starts, limit: limit)
    starts.removeLast(max(0, starts.count - first - limit))
  }
}
