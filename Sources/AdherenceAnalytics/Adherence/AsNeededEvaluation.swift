import Scheduling

extension UseCaps {
  /// Marks the uses of an element, on the days on which it holds, that break the caps.
  ///
  /// Earlier uses under the same id count whatever the plan said at the time: a body knows no versions.
  /// A use exactly `per` after another does not share its stretch, and one exactly `minGap` after
  /// another is not too soon.
  ///
  /// - Parameters:
  ///   - uses: The uses of the task, in order of time.
  ///   - element: The element.
  func mark(_ uses: inout [Use], of element: FlexibleElement) {
    let own = uses.indices.filter { uses[$0].element == element.element.id }
    for (place, index) in own.enumerated() where element.days.contains(uses[index].day) {
      let time = uses[index].time
      if let maximum, let per {
        let first = element.zone.instant(per, before: time)
        let earlier = own[..<place].partitionPoint { uses[$0].time <= first }
        uses[index].exceedsMaximum = place - earlier + 1 > maximum
      }
      if let minGap, place > 0 {
        let last = uses[own[place - 1]].time
        uses[index].breaksGap = last > element.zone.instant(minGap, before: time)
      }
    }
  }
}
