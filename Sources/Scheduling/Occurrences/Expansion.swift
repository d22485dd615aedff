/// Neighbouring members of one element that all start `shift` seconds before their nominal time.
struct Run {
  var ordinals: Range<Int64>
  var shift: Int64
}

extension CompiledElement {
  /// Walks the members that start in a range, in order of start, as few runs as possible.
  ///
  /// Members in a clean piece of the zone make one run; those in a seam are resolved one by one. The
  /// walk ends early where `body` returns false.
  ///
  /// - Complexity: O(*p* + *s*) for *p* changes of offset in the range and *s* members near them,
  ///   however far the range lies from the anchor and however many members the runs hold.
  func forEachRun(startingIn range: Range<Int64>, _ body: (Run) -> Bool) {
    guard count > 0 else { return }
    let earliest = sequence.nominal(0) - CompiledElement.slack
    let lower = max(range.lowerBound, earliest)
    let upper = min(range.upperBound, end)
    guard lower < upper else { return }
    if case .mixed(let drift) = clock {
      mixedRuns(in: lower..<upper, drift: drift, body)
    } else {
      civilRuns(in: lower..<upper, body)
    }
  }

  /// No zone's local time is further from UTC.
  private static let slack: Int64 = 2 * 86_400

  private func civilRuns(in range: Range<Int64>, _ body: (Run) -> Bool) {
    var index = table.piece(at: range.lowerBound)
    while true {
      let piece = table.pieces[index]
      let clean = range.clamped(to: piece.start..<piece.end)
      if !clean.isEmpty {
        let first = rank(clean.lowerBound + piece.offset)
        if first == count { return }
        let ordinals = first..<rank(clean.upperBound + piece.offset)
        guard runs(of: ordinals, shift: piece.offset, body) else { return }
      }
      guard piece.end < range.upperBound, seamRuns(after: index, in: range, body) else { return }
      index += 1
      if table.pieces[index].start >= range.upperBound { return }
    }
  }

  private func rank(_ local: Int64) -> Int64 { min(count, sequence.rank(local)) }

  /// Hands on the ordinals that no exclusion covers.
  private func runs(of ordinals: Range<Int64>, shift: Int64, _ body: (Run) -> Bool) -> Bool {
    var next = ordinals.lowerBound
    var index = excluded.partitionPoint { $0.upperBound <= next }
    while next < ordinals.upperBound {
      let gap = index < excluded.count ? excluded[index] : ordinals.upperBound..<Int64.max
      let upper = min(gap.lowerBound, ordinals.upperBound)
      if next < upper, !body(Run(ordinals: next..<upper, shift: shift)) { return false }
      next = gap.upperBound
      index += 1
    }
    return true
  }

  private func seamRuns(after index: Int, in range: Range<Int64>, _ body: (Run) -> Bool) -> Bool {
    let first = rank(table.pieces[index].localEnd)
    let last = rank(table.pieces[index + 1].localStart)
    guard first < last else { return true }
    return (first..<last).filter { !isExcluded($0) }.flatMap(resolved)
      .sorted { $0.start < $1.start }
      .filter { range.contains($0.start) }
      .allSatisfy { body($0.run) }
  }

  private func isExcluded(_ value: Int64) -> Bool {
    let index = excluded.partitionPoint { $0.upperBound <= value }
    return index < excluded.count && excluded[index].contains(value)
  }

  /// The starts of one member with their runs.
  private func resolved(_ ordinal: Int64) -> [(start: Int64, run: Run)] {
    let nominal = sequence.nominal(ordinal)
    let starts = starts(of: ordinal)
    return [starts.first, starts.second].compactMap(\.self).map {
      (start: $0, run: Run(ordinals: ordinal..<(ordinal + 1), shift: nominal - $0))
    }
  }

  private func mixedRuns(in range: Range<Int64>, drift: Int64, _ body: (Run) -> Bool) {
    let first = firstOrdinal(atOrAfter: range.lowerBound - CompiledElement.slack, below: count)
    for ordinal in first..<count {
      let local = sequence.nominal(ordinal) + sequence.step(ordinal) * drift
      if local >= range.upperBound + CompiledElement.slack { return }
      for (start, run) in resolved(ordinal) where range.contains(start) && !isExcluded(start) {
        if !body(run) { return }
      }
    }
  }

  /// The first member of a mixed sequence whose local time, drift included, reaches a local time.
  func firstOrdinal(atOrAfter local: Int64, below limit: Int64) -> Int64 {
    guard case .mixed(let drift) = clock else { return min(limit, sequence.rank(local)) }
    var low: Int64 = 0
    var high = limit
    while low < high {
      let middle = (low + high) / 2
      if sequence.nominal(middle) + sequence.step(middle) * drift < local {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}

extension CompiledElement {
  /// Appends the members that start in a range, in order, at most `limit` of them.
  func append(startingIn range: Range<Int64>, to rows: inout [Occurrence], limit: Int) {
    var left = limit
    forEachRun(startingIn: range) { run in
      let length = min(run.ordinals.count, left)
      append(run.ordinals.lowerBound, length, shift: run.shift, to: &rows)
      left -= length
      return left > 0
    }
  }

  /// The hot loop: concrete, without branches on data, with running adds.
  private func append(_ first: Int64, _ length: Int, shift: Int64, to rows: inout [Occurrence]) {
    switch sequence {
    case .periodic(let sequence) where sequence.offsets.count == 1:
      append(
        steps: sequence.period, from: sequence.nominal(first) - shift, first, length, to: &rows)
    case .periodic(let sequence):
      append(sequence, first, length, shift: shift, to: &rows)
    case .yearly(let sequence):
      rows.append(addingCapacity: length) { span in
        var packed = packed | UInt64(first)
        sequence.forEach(from: first, count: length) { local in
          span.append(Occurrence(start: Instant(seconds: local - shift), packed: packed))
          packed &+= 1
        }
      }
    case .monthly(let sequence):
      rows.append(addingCapacity: length) { span in
        for ordinal in first..<(first + Int64(length)) {
          span.append(row(sequence.nominal(ordinal) - shift, ordinal))
        }
      }
    }
  }

  private func row(_ start: Int64, _ ordinal: Int64) -> Occurrence {
    Occurrence(start: Instant(seconds: start), packed: packed | UInt64(ordinal))
  }

  private func append(
    steps period: Int64, from start: Int64, _ first: Int64, _ length: Int,
    to rows: inout [Occurrence]
  ) {
    rows.append(addingCapacity: length) { span in
      var start = start
      var packed = packed | UInt64(first)
      for _ in 0..<length {
        span.append(Occurrence(start: Instant(seconds: start), packed: packed))
        start &+= period
        packed &+= 1
      }
    }
  }

  private func append(
    _ sequence: PeriodicSequence, _ first: Int64, _ length: Int, shift: Int64,
    to rows: inout [Occurrence]
  ) {
    let size = sequence.offsets.count
    var place = Int((first + sequence.skipped) % Int64(size))
    var base = sequence.nominal(first) - sequence.offsets[place] - shift
    rows.append(addingCapacity: length) { span in
      var packed = packed | UInt64(first)
      for _ in 0..<length {
        span.append(
          Occurrence(start: Instant(seconds: base &+ sequence.offsets[place]), packed: packed))
        packed &+= 1
        place &+= 1
        if place == size {
          place = 0
          base &+= sequence.period
        }
      }
    }
  }
}
