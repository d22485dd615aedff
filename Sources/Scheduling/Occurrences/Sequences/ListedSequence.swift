/// Listed members, the last of which may be the first of another sequence.
struct ListedSequence: IndexedSequence {
  /// The members, ascending; at least one.
  private let times: [Int64]
  /// The sequence of the last listed member and those after it; `nil` if nothing follows.
  private let tail: NominalSequence?

  init(_ times: [Int64], then tail: NominalSequence?) {
    self.times = times
    self.tail = tail
  }

  private var last: Int64 { Int64(times.count - 1) }

  func nominal(_ ordinal: Int64) -> Int64 {
    if ordinal <= last || tail == nil { return times[Int(min(ordinal, last))] }
    return tail?.nominal(ordinal - last) ?? 0
  }

  func rank(_ local: Int64) -> Int64 {
    if local > times[times.count - 1] { return last + (tail?.rank(local) ?? 1) }
    return Int64(times.partitionPoint { $0 < local })
  }
}
