import AdherenceAnalytics

/// How far apart a plan puts its doses.
enum NominalInterval {
  /// The usual distance in seconds: that of the days with doses, divided by the doses of such a day.
  ///
  /// Of several distances or numbers the most frequent counts, and of those the least. Monday, Wednesday
  /// and Friday are two days apart, 08:00 and 20:00 twelve hours. Without occurrences it is a day.
  ///
  /// - Parameter occurrences: All of the course, in order.
  /// - Returns: The distance.
  static func seconds(of occurrences: [TaskCourse.Occurrence]) -> Int64 {
    var (distances, doses) = (Mode(), Mode())
    var (day, count): (Int32?, Int) = (nil, 0)
    for next in occurrences.lazy.map(\.day) {
      if let current = day, current != next {
        distances.add(Int(next &- current).magnitude)
        doses.add(UInt(count))
        count = 0
      }
      day = next
      count += 1
    }
    if count > 0 { doses.add(UInt(count)) }
    return Int64(distances.value ?? 1) * 86_400 / Int64(doses.value ?? 1)
  }

  /// The most frequent of small numbers.
  private struct Mode {
    private var counts: [(value: UInt, count: Int)] = []

    mutating func add(_ value: UInt) {
      for index in counts.indices where counts[index].value == value {
        counts[index].count += 1
        return
      }
      // Plans have few different distances; what comes after that many is no usual one.
      if counts.count < 32 { counts.append((value, 1)) }
    }

    var value: UInt? { counts.max { ($0.count, $1.value) < ($1.count, $0.value) }?.value }
  }
}
