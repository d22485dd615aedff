import AdherenceAnalytics

/// How far apart a plan puts its doses.
enum NominalInterval {
  /// The usual distance in seconds: that of the days with doses, divided by the doses of such a day.
  ///
  /// Of several distances or numbers the most frequent counts, and of those the least. Monday, Wednesday
  /// and Friday are two days apart, 08:00 and 20:00 twelve hours. Without occurrences it is a day.
  ///
  /// Safe: places are those of occurrences in memory, the first not behind the second, and days those of the
  /// calendar.
  ///
  /// - Parameter occurrences: All of the course, in order.
  /// - Returns: The distance.
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

  /// The most frequent of small numbers.
  private struct Mode {
    private var counts: [(value: UInt, count: Int)] = []
    /// What was added last, which mostly comes again, and how often it came since.
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
      // Plans have few different distances; what comes after that many is no usual one.
      if counts.count < 32 { counts.append((value, count)) }
    }

    /// The most frequent, of several the least; `nil` of none.
    mutating func value() -> UInt? {
      settle()
      last.count = 0
      return counts.max { ($0.count, $1.value) < ($1.count, $0.value) }?.value
    }
  }
}
