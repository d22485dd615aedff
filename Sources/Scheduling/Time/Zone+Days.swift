extension Zone {
  /// Appends the first instant of each of a range of days, which begin at a time of day.
  ///
  /// A day that would begin in a gap begins at its end, and one that would begin in an overlap at the first
  /// of the two instants.
  ///
  /// Safe: local times are those of days of the calendar, or of the one behind it.
  ///
  /// - Complexity: O(*n*) for *n* days, at about a nanosecond each.
  package func appendStarts(
    ofDays days: Range<Int>, beginningAt boundary: CivilTime, to starts: inout [Int64]
  ) {
    var local = Int64(days.lowerBound) * 86_400 + Int64(boundary.secondOfDay)
    let end = Int64(days.upperBound) * 86_400 + Int64(boundary.secondOfDay)
    var pieces = PieceCursor(table, at: local)
    starts.reserveCapacity(starts.count + days.count)
    while local < end {
      if let offset = pieces.offset(atLocal: local) {
        starts.append(local &- offset)
      } else {
        starts.append(firstInstant(atOrAfter: CivilDateTime(clamping: local)).seconds)
      }
      local &+= 86_400
    }
  }
}
