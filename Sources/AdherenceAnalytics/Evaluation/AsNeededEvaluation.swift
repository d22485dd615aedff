import Scheduling

extension UseCaps {
  /// Marks the uses of an element, on the days on which it is effective, that exceed the caps.
  ///
  /// Earlier uses under the same id count under any version of the plan. A use exactly `per` after another is
  /// not in the same rolling period, and one exactly `minGap` after another is not too soon.
  func mark(_ uses: inout [Use], of element: FlexibleElement, weekStart: Weekday) {
    let own = uses.indices.filter { uses[$0].element == element.element.id }
    if let civil {
      markCivil(&uses, own, of: element, civil, weekStart)
    } else {
      markRolling(&uses, own, of: element)
    }
    guard let minGap else { return }
    for (last, index) in zip(own, own.dropFirst())
    where element.days.contains(uses[index].day) {
      let earliest = element.zone.instant(minGap, before: uses[index].time)
      uses[index].breaksGap = uses[last].time > earliest
    }
  }

  /// Counts the uses in each civil period, by the day of attribution.
  private func markCivil(
    _ uses: inout [Use], _ own: [Int], of element: FlexibleElement, _ quota: Quota,
    _ weekStart: Weekday
  ) {
    var counts: [CivilDate: Int] = [:]
    for index in own {
      let period = quota.period(
        of: uses[index].day, anchor: element.anchor, weekStart: weekStart)
      counts[period.lowerBound, default: 0] += 1
      guard element.days.contains(uses[index].day) else { continue }
      uses[index].exceedsMaximum = counts[period.lowerBound, default: 0] > quota.count
    }
  }

  /// Counts the uses in the rolling period that ends with each.
  private func markRolling(_ uses: inout [Use], _ own: [Int], of element: FlexibleElement) {
    guard let maximum, let per else { return }
    for (position, index) in own.enumerated() where element.days.contains(uses[index].day) {
      let first = element.zone.instant(per, before: uses[index].time)
      let earlier = own[..<position].partitionPoint { uses[$0].time <= first }
      uses[index].exceedsMaximum = position - earlier + 1 > maximum
    }
  }
}
