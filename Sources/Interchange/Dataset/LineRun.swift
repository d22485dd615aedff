/// A run of consecutive lines of one patient in a file.
package struct LineRun: Sendable {
  /// The offset of its first byte.
  package var offset: Int
  /// The number of its first line, from 1.
  package var line: Int
  /// The length in bytes, including the last line end.
  package var length: UInt32
  /// The index of the patient.
  package var place: Int32

  package init(offset: Int, line: Int, length: UInt32, place: Int32) {
    (self.offset, self.line, self.length, self.place) = (offset, line, length, place)
  }

  package var bytes: Range<Int> { offset..<offset + Int(length) }
}

/// A collector of the line runs of a range of patients, in file order.
///
/// If there are more runs than the limit, those of the later patients are dropped and left to
/// another scan of the file; all runs of a single patient are kept.
package struct RunCollector: Sendable {
  /// The range of patient indices whose runs are complete.
  package private(set) var places: Range<Int>
  package private(set) var runs: [LineRun] = []
  private var limit: Int

  /// Creates a collector with an approximate limit.
  package init(_ places: Range<Int>, limit: Int) {
    self.places = places
    self.limit = max(limit, 2)
  }

  /// Adds lines after all previous ones, at most as many as fit into memory.
  package mutating func add(place: Int, bytes: Range<Int>, line: Int) {
    guard places.contains(place) else { return }
    if let last = runs.last, Int(last.place) == place, last.bytes.upperBound == bytes.lowerBound,
      let length = UInt32(exactly: Int(last.length) + bytes.count)
    {
      runs[runs.count - 1].length = length
      return
    }
    if runs.count >= limit { shrink() }
    guard places.contains(place) else { return }
    runs.append(
      LineRun(
        offset: bytes.lowerBound, line: line, length: UInt32(clamping: bytes.count),
        place: Int32(place)))
  }

  /// Drops the later half of the runs with their patients.
  private mutating func shrink() {
    sort()
    let middle = Int(runs[runs.count / 2].place)
    let end = max(middle, places.lowerBound + 1)
    places = places.lowerBound..<end
    runs.removeSubrange(runs.partitionPoint { Int($0.place) < end }...)
    runs.sort { $0.offset < $1.offset }
    // All runs of a single patient are kept.
    limit = max(limit, 2 * runs.count)
  }

  /// Whether no patient was dropped.
  package var isWhole: Bool { places.upperBound == Int(Int32.max) }

  /// Returns the runs with final patient indices instead of provisional numbers; runs without a
  /// patient are passed to a closure.
  package func renumbered(
    _ numbers: [Int32], count: Int, _ rest: (LineRun) -> Void
  ) -> RunCollector {
    var collector = RunCollector(0..<count, limit: limit)
    for run in runs {
      var run = run
      let place = numbers[Int(run.place)]
      if place < 0 {
        rest(run)
      } else {
        run.place = place
        collector.runs.append(run)
      }
    }
    collector.sort()
    return collector
  }

  /// Sorts the runs by patient, and by file offset within each.
  package mutating func sort() {
    let isSorted = zip(runs, runs.dropFirst()).allSatisfy { $0.place <= $1.place }
    if !isSorted { runs.sort { ($0.place, $0.offset) < ($1.place, $1.offset) } }
  }
}

extension Array {
  /// Returns the first position whose element does not satisfy a predicate that partitions the
  /// array.
  package func partitionPoint(_ precedes: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
