import AdherenceAnalytics

/// The typical dosing interval of a plan.
enum NominalInterval {
  /// Returns the typical interval in seconds: the distance of days with doses, divided by the doses
  /// per day.
  ///
  /// The mode of distances and numbers is used; of several modes the smallest. Monday, Wednesday
  /// and Friday are two days apart, 08:00 and 20:00 twelve hours. Without occurrences it is a day.
  ///
  /// Safe: places are those of occurrences in memory, the first not behind the second, and days those of the
  /// calendar.
  ///
  /// - Parameter occurrences: All occurrences of the course, in order.
  /// - Returns: The interval.
  static func seconds(of occurrences: [TaskCourse.Occurrence]) -> Int64 {
    var (distances, doses) = (Mode(), Mode())
    occurrences.withUnsafeBufferPointer { occurrences in
      guard var day = occurrences.first?.day else { return }
      var begin = 0
      for place in occurrences.indices where occurrences[place].day != day {
        distances.add(Int(occurrences[place].day &- day).magnitude)
        doses.add(UInt(bitPattern: place &- begin))
        (day, begin) = (occurrences[place].day, place)
      }
      doses.add(UInt(bitPattern: occurrences.count &- begin))
    }
    return max(1, Int64(distances.value() ?? 1) * 86_400 / Int64(doses.value() ?? 1))
  }

  /// The mode of small numbers.
  private struct Mode {
    private var counts: [(value: UInt, count: Int)] = []
    /// The last added value and its pending repetitions.
    private var last: (value: UInt, count: Int) = (0, 0)

    mutating func add(_ value: UInt) {
      if value == last.value { return last.count += 1 }
      settle()
      last = (value, 1)
    }

    private mutating func settle() {
      let (value, count) = last
      if count == 0 { return }
      for index in counts.indices where counts[index].value == value {
        counts[index].count += count
        return
      }
      // Plans have few distinct distances; later ones are not typical.
      if counts.count < 32 { counts.append((value, count)) }
    }

    /// Returns the mode, the smallest if there are several; `nil` if empty.
    mutating func value() -> UInt? {
      settle()
      last.count = 0
      return counts.max { ($0.count, $1.value) < ($1.count, $0.value) }?.value
    }
  }
}
