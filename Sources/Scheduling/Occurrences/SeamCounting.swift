// Counting of members near changes of offset without resolving each: rules in seconds have thousands there.

extension CompiledElement {
  /// The number of members in a seam up to which they are resolved one by one, which is cheaper than
  /// splitting the seam.
  static let fewInSeam: Int64 = 8

  /// Returns the number of members from an ordinal on, in the seam after a piece, whose start is before an
  /// instant; excluded members are not counted.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes of offset in the seam near the instant.
  func members(inSeamFrom ordinal: Int64, _ index: Int, before instant: Int64) -> Int64 {
    let end = min(table.pieces[index + 1].localStart, latestLocal(before: instant))
    let ordinals = ordinal..<max(ordinal, rank(end))
    if ordinals.upperBound - ordinals.lowerBound <= CompiledElement.fewInSeam {
      countSteps(ordinals.upperBound - ordinals.lowerBound)
      return Int64(ordinals.count { virtualStart(of: $0) < instant && !isExcluded($0) })
    }
    var total: Int64 =
      isAnchored(ordinal) && virtualStart(of: ordinal) < instant && !isExcluded(ordinal) ? 1 : 0
    forEachEvenPart(of: resolved(ordinals), until: end, cutAt: [instant]) { local, members in
      if virtualStart(ofLocal: local) < instant { total += count(of: members) }
    }
    return total
  }

  /// Returns the difference between the number of starts in a range and the number of members whose virtual
  /// start is in it: members in an overlap start twice, and those in a gap may not start.
  ///
  /// - Complexity: O(changes of offset in `range`).
  func surplus(in range: Range<Int64>) -> Int {
    let first = ordinal(at: earliestLocal(from: range.lowerBound))
    let ordinals = first..<max(first, ordinal(at: latestLocal(before: range.upperBound)))
    guard !ordinals.isEmpty else { return 0 }
    let seams =
      table.piece(
        atLocal: sequence.nominal(first))...table.piece(
        atLocal: sequence.nominal(ordinals.upperBound - 1))
    countSteps(Int64(seams.count))
    return Int(seams.reduce(0) { $0 + surplus(of: ordinals, in: range, seamAfter: $1) })
  }

  private func surplus(
    of ordinals: Range<Int64>, in range: Range<Int64>, seamAfter piece: Int
  ) -> Int64 {
    guard let locals = irregularLocals(inSeamAfter: piece) else { return 0 }
    let members = ordinals.clamped(to: rank(locals.lowerBound)..<rank(locals.upperBound))
    if members.isEmpty { return 0 }
    let (before, after) = (table.pieces[piece], table.pieces[piece + 1])
    if range.lowerBound <= before.end, after.start <= range.upperBound, isUniform(seamAfter: piece)
    {
      return (after.offset < before.offset ? 1 : -1) * count(of: resolved(members))
    }
    if isMixed || members.upperBound - members.lowerBound <= CompiledElement.fewInSeam {
      countSteps(Int64(members.count))
      return members.reduce(0) { $0 + surplus(of: $1, in: range) }
    }
    let bounds = [range.lowerBound, range.upperBound]
    var total: Int64 = 0
    // An anchor given as an instant starts exactly once.
    forEachEvenPart(of: resolved(members), until: locals.upperBound, cutAt: bounds) {
      local, members in
      let starts = resolve(local).all.count(where: range.contains)
      let more = starts - (range.contains(virtualStart(ofLocal: local)) ? 1 : 0)
      if more != 0 { total += Int64(more) * count(of: members) }
    }
    return total
  }

  /// Returns the local times in the seam after a piece that may start twice or not at all; `nil` if there are
  /// none.
  private func irregularLocals(inSeamAfter piece: Int) -> Range<Int64>? {
    guard piece + 1 < table.pieces.count else { return nil }
    let (before, after) = (table.pieces[piece], table.pieces[piece + 1])
    let all = before.localEnd..<after.localStart
    guard after.segment == before.segment + 1, !isMixed else { return all }
    let change = table.starts[after.segment]
    if after.offset < before.offset {
      return overlap == .both && !isAllDay ? change + after.offset..<change + before.offset : nil
    }
    let skips = gap == .skip && !isAllDay || after.offset - before.offset >= 86_400
    return skips ? change + before.offset..<change + after.offset : nil
  }

  /// Whether all of the seam's ``irregularLocals(inSeamAfter:)`` start twice, or none of them starts.
  private func isUniform(seamAfter piece: Int) -> Bool {
    let (before, after) = (table.pieces[piece], table.pieces[piece + 1])
    return !isMixed && after.segment == before.segment + 1
      && (after.offset < before.offset || gap == .skip && !isAllDay)
  }

  /// Returns the local times in the seam after a piece that do not start, if that is known for the range as a
  /// whole.
  func skippedLocals(inSeamAfter piece: Int) -> Range<Int64>? {
    guard isUniform(seamAfter: piece),
      table.pieces[piece].offset < table.pieces[piece + 1].offset
    else { return nil }
    return irregularLocals(inSeamAfter: piece)
  }

  private func surplus(of ordinal: Int64, in range: Range<Int64>) -> Int64 {
    func has(_ start: Int64) -> Bool {
      range.contains(start) && !isExcluded(isMixed ? start : ordinal)
    }
    return Int64(starts(of: ordinal).all.count(where: has))
      - (has(virtualStart(of: ordinal)) ? 1 : 0)
  }

  /// Returns the first start of a nominal time, or the end of the gap that skips it.
  private func virtualStart(ofLocal local: Int64) -> Int64 {
    resolve(local).first ?? table.firstInstant(atOrAfter: local)
  }

  private func count(of ordinals: Range<Int64>) -> Int64 {
    ordinals.upperBound - ordinals.lowerBound
      - (excludedOrdinals(before: ordinals.upperBound)
        - excludedOrdinals(before: ordinals.lowerBound))
  }

  /// Whether a member is the anchor and was given as an instant, so that its local time is not resolved.
  private func isAnchored(_ ordinal: Int64) -> Bool { ordinal == 0 && anchor != nil }

  /// Returns the members whose local times are resolved.
  private func resolved(_ ordinals: Range<Int64>) -> Range<Int64> {
    ordinals.clamped(to: (isAnchored(ordinals.lowerBound) ? 1 : ordinals.lowerBound)..<Int64.max)
  }

  /// Calls `body` with ranges of the members in a seam that resolve alike, and one local time of each.
  private func forEachEvenPart(
    of ordinals: Range<Int64>, until end: Int64, cutAt instants: [Int64],
    _ body: (_ local: Int64, _ members: Range<Int64>) -> Void
  ) {
    guard !ordinals.isEmpty else { return }
    let first = sequence.nominal(ordinals.lowerBound)
    var next = ordinals.lowerBound
    table.forEachEvenPart(of: first..<max(end, first + 1), cutAt: instants) { part in
      countSteps(1)
      let last = min(ordinals.upperBound, max(next, rank(part.upperBound)))
      if next < last { body(part.lowerBound, next..<last) }
      next = last
    }
  }

  /// Returns the first member from an ordinal on, before a local time in its seam, that is not skipped by a
  /// gap; the end of the range if all are.
  func firstShown(from ordinal: Int64, until end: Int64) -> Int64 {
    var found: Int64?
    forEachEvenPart(of: ordinal..<max(ordinal, rank(end)), until: end, cutAt: []) {
      local, members in
      if found == nil, resolve(local).first != nil { found = members.lowerBound }
    }
    return found ?? max(ordinal, rank(end))
  }
}

extension OffsetTable {
  /// Returns the offset in effect at an instant.
  func offset(at instant: Int64) -> Int64 { offsets[segment(at: instant)] }

  /// Splits a range of local times into parts in which each local time occurs equally often, at constant
  /// offsets from UTC, and resolves to instants on the same side of each of `instants`.
  ///
  /// - Complexity: O(*c* log *c*) for *c* changes of offset near the local times.
  func forEachEvenPart(
    of locals: Range<Int64>, cutAt instants: [Int64], _ body: (Range<Int64>) -> Void
  ) {
    var cuts = cuts(of: locals, at: instants).filter { locals.lowerBound < $0 }
    cuts.sort()
    var start = locals.lowerBound
    for cut in cuts where cut > start && cut < locals.upperBound {
      body(start..<cut)
      start = cut
    }
    body(start..<locals.upperBound)
  }

  private func cuts(of locals: Range<Int64>, at instants: [Int64]) -> [Int64] {
    let first = segment(at: locals.lowerBound - leastAndMost.upperBound)
    let last = segment(at: locals.upperBound - leastAndMost.lowerBound)
    var cuts: [Int64] = []
    for segment in first...last {
      cuts += instants.map { $0 + offsets[segment] }
      guard segment > first else { continue }
      cuts += [offsets[segment - 1], offsets[segment]].map { starts[segment] + $0 }
    }
    guard skipsDays else { return cuts }
    // A gap of more than a day skips whole dates; only those are omitted for all-day elements.
    let day = (locals.lowerBound + displacement).flooredQuotient(86_400) * 86_400 - displacement
    return cuts + stride(from: day, to: locals.upperBound, by: 86_400)
  }
}
