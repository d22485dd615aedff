import AdherenceAnalytics
import Scheduling

/// The occurrences of one time of day.
public struct SlotAdherence: Hashable, Sendable {
  /// The nominal time of day in seconds; -1 for all-day occurrences.
  public internal(set) var secondOfDay: Int
  /// Those in the denominator.
  public internal(set) var expected = 0
  /// Those that were completed.
  public internal(set) var taken = 0

  /// ``taken`` / ``expected``.
  public var adherence: Estimate<Double> { Estimate(taken, of: expected, else: .nothingDue) }
}

extension [SlotAdherence] {
  /// The slots of a course by their time.
  init(_ occurrences: TaskCourse.OccurrenceColumns) {
    self = []
    var last = 0
    for index in occurrences.slots.indices {
      let slot = Int(occurrences.slots[index])
      if last >= count || self[last].secondOfDay != slot { last = place(of: slot) }
      guard occurrences.statuses[index].isEvaluable else { continue }
      self[last].expected += 1
      if occurrences.statuses[index] == .taken { self[last].taken += 1 }
    }
  }

  /// The position of a slot, which is made where there is none.
  private mutating func place(of slot: Int) -> Int {
    let place = partitionPoint { $0.secondOfDay < slot }
    if place == count || self[place].secondOfDay != slot {
      insert(SlotAdherence(secondOfDay: slot), at: place)
    }
    return place
  }
}
