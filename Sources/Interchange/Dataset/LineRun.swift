/// Neighbouring lines of one patient in a file.
package struct LineRun: Sendable {
  /// Where its first byte stands.
  package var offset: Int
  /// The number of its first line, from 1.
  package var line: Int
  /// Its bytes, up to the end of its last line.
  package var length: UInt32
  /// The place of the patient.
  package var place: Int32

  /// Creates a run.
  package init(offset: Int, line: Int, length: UInt32, place: Int32) {
    (self.offset, self.line, self.length, self.place) = (offset, line, length, place)
  }

  package var bytes: Range<Int> { offset..<offset + Int(length) }
}

/// The runs of the patients at neighbouring places, as they are found from the start of a file to its
/// end.
///
/// Where a file has more runs than fit, the later places are left to another pass over it; a single
/// patient's are all kept.
package struct RunCollector: Sendable {
  /// The places whose runs are all here.
  package private(set) var places: Range<Int>
  package private(set) var runs: [LineRun] = []
  private var limit: Int

  /// Collects the runs of places, and keeps about as many as the limit says.
  package init(_ places: Range<Int>, limit: Int) {
    self.places = places
    self.limit = max(limit, 2)
  }

  /// Adds lines that stand behind all others so far; they are no more than a reader holds in memory.
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

  /// Drops the later half of the runs with their places.
  private mutating func shrink() {
    sort()
    let middle = Int(runs[runs.count / 2].place)
    let end = max(middle, places.lowerBound + 1)
    places = places.lowerBound..<end
    runs.removeSubrange(runs.partitionPoint { Int($0.place) < end }...)
    runs.sort { $0.offset < $1.offset }
    // A single patient's runs all stay.
    limit = max(limit, 2 * runs.count)
  }

  /// Whether no place was dropped.
  package var isWhole: Bool { places.upperBound == Int(Int32.max) }

  /// The same runs by the places of patients who were numbered otherwise while they were found; runs of
  /// nobody are handed out.
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

  /// Puts the runs in order of places, and of the file within each.
  package mutating func sort() {
    let isSorted = zip(runs, runs.dropFirst()).allSatisfy { $0.place <= $1.place }
    if !isSorted { runs.sort { ($0.place, $0.offset) < ($1.place, $1.offset) } }
  }
}

extension Array {
  /// The first position whose element does not precede, where all that precede come first.
  package func partitionPoint(_ precedes: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
