import Scheduling

extension UseCaps {
  /// Marks the uses of one element that break the caps; they are in order of time.
  ///
  /// A use exactly `per` after another does not share its stretch, and one exactly `minGap` after
  /// another is not too soon.
  func mark(_ uses: inout [Use], in zone: Zone) {
    for index in uses.indices {
      let time = uses[index].time
      if let maximum, let per {
        let first = zone.instant(per, before: time)
        let known = uses[...index].partitionPoint { $0.time <= first }
        uses[index].exceedsMaximum = index - known + 1 > maximum
      }
      if let minGap, index > 0 {
        uses[index].breaksGap = uses[index - 1].time > zone.instant(minGap, before: time)
      }
    }
  }
}
