/// A cursor over the members of a sequence, which moves forward without searching.
protocol MemberCursor {
  /// The ordinal of the current member.
  var ordinal: Int64 { get }
  /// The local time of the current member.
  var local: Int64 { get }
  /// Moves to the member with an ordinal.
  mutating func move(to ordinal: Int64)
  /// Appends the members of a range, up to the free capacity of `rows`, and moves after them.
  mutating func append<Row: OccurrenceRow>(_ members: MemberRange, to rows: inout OutputSpan<Row>)
}

/// The members before a local time and an ordinal, all of which start `shift` seconds before their nominal
/// time.
struct MemberRange {
  var end: Int64
  var last: Int64
  var shift: Int64
  /// The bits of the element, as in ``Occurrence``.
  var packed: UInt64
}

extension CompiledElement {
  /// Appends the members that start in a range, in order, at most `limit` of them.
  ///
  /// - Complexity: As ``forEachRun(startingIn:_:)``, plus O(*n*) for *n* rows.
  func append<Row: OccurrenceRow>(
    startingIn range: Range<Int64>, to rows: inout [Row], limit: Int
  ) {
    if case .mixed = clock { return appendRuns(startingIn: range, to: &rows, limit: limit) }
    guard let range = bounds(within: range) else { return }
    let index = table.piece(at: range.lowerBound)
    let first = table.pieces[index]
    let ordinal = rank(min(range.lowerBound, first.end) + first.offset)
    if case .even(let sequence) = sequence, excluded.isEmpty,
      let few = few(of: sequence, from: ordinal, startingIn: range, index), few.count <= limit
    {
      return few.append(to: &rows)
    }
    // An upper bound of the members that start in the range; exact if no offset changes in it.
    let isEven = range.upperBound <= first.end
    let local = isEven ? range.upperBound + first.offset : latestLocal(before: range.upperBound)
    guard let room = room(for: limit, from: ordinal, before: local) else { return }
    rows.append(addingCapacity: room) { span in
      switch sequence {
      case .even(let sequence): fill(&span, range, index, EvenCursor(sequence, at: ordinal))
      case .periodic(let sequence): fill(&span, range, index, PeriodicCursor(sequence, at: ordinal))
      case .monthly(let sequence): fill(&span, range, index, IndexedCursor(sequence, at: ordinal))
      case .yearly(let sequence): fill(&span, range, index, YearlyCursor(sequence, at: ordinal))
      case .counted(let sequence): fill(&span, range, index, UnitCursor(sequence, at: ordinal))
      case .listed(let sequence): fill(&span, range, index, IndexedCursor(sequence, at: ordinal))
      }
    }
  }

  /// The capacity to reserve for at most `limit` members from an ordinal on and before a local time; `nil` if
  /// there are none.
  ///
  /// For sequences that are counted year by year, a small limit is reserved without counting.
  private func room(for limit: Int, from ordinal: Int64, before local: Int64) -> Int? {
    if case .counted = sequence, limit <= CompiledElement.fewRows {
      return ordinal < count && limit > 0 ? limit : nil
    }
    let most = members(from: ordinal, before: local)
    return most > 0 ? min(limit, Int(overlap == .both ? most * 2 : most)) : nil
  }

  /// The largest capacity that is reserved without counting.
  private static var fewRows: Int { 1024 }

  /// Returns the number of members from an ordinal on and before a local time, without excluded ones.
  func members(from ordinal: Int64, before local: Int64) -> Int64 {
    let last = max(ordinal, rank(local))
    if excluded.isEmpty { return last - ordinal }
    return last - ordinal - (excludedOrdinals(before: last) - excludedOrdinals(before: ordinal))
  }

  /// Appends the members from the cursor on that start in a range, which begins in or after a piece: those in
  /// clean pieces of the zone in bulk, those in a seam one by one.
  private func fill<Row: OccurrenceRow, Cursor: MemberCursor>(
    _ rows: inout OutputSpan<Row>, _ range: Range<Int64>, _ index: Int, _ cursor: Cursor
  ) {
    var (cursor, index) = (cursor, index)
    var piece = table.pieces[index]
    while true {
      let known = rows.count
      fill(&rows, before: min(range.upperBound, piece.end), piece.offset, &cursor)
      countSteps(Int64(rows.count - known) + 1)
      if rows.isFull || cursor.ordinal == count || piece.end >= range.upperBound { return }
      index += 1
      piece = table.pieces[index]
      if cursor.local < piece.localStart {
        fill(&rows, range, seamBefore: index, &cursor)
        if rows.isFull || cursor.ordinal == count { return }
      }
      if piece.start >= range.upperBound { return }
    }
  }

  /// Appends the members of a clean piece, except excluded ones.
  private func fill<Row: OccurrenceRow, Cursor: MemberCursor>(
    _ rows: inout OutputSpan<Row>, before end: Int64, _ offset: Int64, _ cursor: inout Cursor
  ) {
    var members = MemberRange(end: end + offset, last: count, shift: offset, packed: packed)
    if excluded.isEmpty { return cursor.append(members, to: &rows) }
    var index = excluded.partitionPoint { $0.upperBound <= cursor.ordinal }
    while true {
      members.last = index < excluded.count ? excluded[index].lowerBound : count
      cursor.append(members, to: &rows)
      if rows.isFull || cursor.ordinal < members.last || index == excluded.count { return }
      cursor.move(to: excluded[index].upperBound)
      index += 1
    }
  }

  /// Appends the members of a seam in order of start; those that cannot start in the range are skipped in one
  /// step.
  private func fill<Row: OccurrenceRow, Cursor: MemberCursor>(
    _ rows: inout OutputSpan<Row>, _ range: Range<Int64>, seamBefore index: Int,
    _ cursor: inout Cursor
  ) {
    let local = table.pieces[index].localStart
    let skipped = skippedLocals(inSeamAfter: index - 1)
    let earliest = earliestLocal(from: range.lowerBound)
    if cursor.local < earliest { cursor.move(to: rank(min(earliest, local))) }
    let latest = min(local, latestLocal(before: range.upperBound))
    var found: [Occurrence] = []
    while cursor.ordinal < count, cursor.local < latest {
      if let skipped, skipped.contains(cursor.local), cursor.ordinal > 0 {
        cursor.move(to: rank(skipped.upperBound))
        continue
      }
      if let end = exclusion(of: cursor.ordinal)?.upperBound {
        cursor.move(to: end)
        continue
      }
      let starts = occurrences(cursor.ordinal, startingIn: range)
      found += starts
      let isLeftOut = starts.isEmpty && self.starts(of: cursor.ordinal).first == nil
      cursor.move(
        to: isLeftOut
          ? firstShown(from: cursor.ordinal + 1, until: latest) : cursor.ordinal + 1)
    }
    found.sort()
    for row in found where !rows.isFull { rows.append(Row(start: row.seconds, packed: row.packed)) }
  }

  private func occurrences(_ ordinal: Int64, startingIn range: Range<Int64>) -> [Occurrence] {
    countSteps(1)
    return starts(of: ordinal).all.filter(range.contains).map {
      Occurrence(start: $0, packed: packed | UInt64(ordinal))
    }
  }

  private func appendRuns<Row: OccurrenceRow>(
    startingIn range: Range<Int64>, to rows: inout [Row], limit: Int
  ) {
    let most = rows.count + min(limit, .max - rows.count)
    forEachRun(startingIn: range) { run in
      countSteps(1)
      for ordinal in run.ordinals where rows.count < most {
        let start = sequence.nominal(ordinal) - run.shift
        rows.append(Row(start: start, packed: packed | UInt64(ordinal)))
      }
      return rows.count < most
    }
  }
}
