extension Occurrences {
  /// Appends the starts of the occurrences in a range, in seconds since 1970-01-01T00:00:00Z and in order, to
  /// an array that the caller reuses.
  @discardableResult
  public func append(
    startsIn range: Range<Instant>, to starts: inout [Int64], limit: Int = .max
  ) -> Bool {
    if !overrides.isEmpty || schedule.isDistinct {
      var rows: [Occurrence] = []
      let hasMore = append(startingIn: range, to: &rows, limit: limit)
      starts += rows.lazy.map(\.seconds)
      return hasMore
    }
    let first = starts.count
    let most = max(0, limit)
    append(Occurrences.seconds(range), to: &starts, limit: most == .max ? most : most + 1)
    let surplus = starts.count - first - most
    starts.removeLast(max(0, surplus))
    return surplus > 0
  }
}
