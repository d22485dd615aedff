/// The number of patients with each ratio, while patients are added.
///
/// Ratios of small counts, such as those of a week, are counted in a table by numerator and denominator, all
/// others by value. Memory is proportional to the number of distinct ratios, not of patients.
struct RatioCounts: Sendable {
  /// The number of patients with `done` of `due`, at index `due` × (`due` + 1) / 2 + `done`.
  private var small: [UInt32] = []
  /// The number of patients by bit pattern of the ratio.
  private var others: [UInt64: Int] = [:]

  /// The maximum denominator in the table.
  private static let limit = 63

  /// Adds a patient by counts.
  mutating func add(_ done: Int, of due: Int) {
    guard 1...RatioCounts.limit ~= due, 0...due ~= done else {
      return add(Double(done) / Double(due))
    }
    let index = due * (due + 1) / 2 + done
    if index >= small.count { reach(due) }
    small[index] += 1
  }

  /// Adds a patient by ratio.
  mutating func add(_ ratio: Double) {
    // Normalises −0 to 0.
    others[(ratio + 0).bitPattern, default: 0] += 1
  }

  /// Extends the table to a denominator, with some reserve.
  private mutating func reach(_ due: Int) {
    let most = min(RatioCounts.limit, due + due / 4)
    small += repeatElement(0, count: (most + 1) * (most + 2) / 2 - small.count)
  }

  /// Adds the patients of another part.
  mutating func merge(_ other: RatioCounts) {
    if small.count < other.small.count {
      small += repeatElement(0, count: other.small.count - small.count)
    }
    for index in other.small.indices { small[index] += other.small[index] }
    for (ratio, count) in other.others { others[ratio, default: 0] += count }
  }

  /// The distinct ratios, ascending, with the number of patients of each.
  var histogram: RatioHistogram {
    var counts = others.map {
      RatioHistogram.Entry(ratio: Double(bitPattern: $0), patients: $1)
    }
    var first = 1
    for due in 1...RatioCounts.limit where first + due < small.count {
      for done in 0...due where small[first + done] > 0 {
        counts.append(
          RatioHistogram.Entry(
            ratio: Double(done) / Double(due), patients: Int(small[first + done])))
      }
      first += due + 1
    }
    return RatioHistogram(counts)
  }
}

extension RatioCounts: Codable {
  /// Encodes the distinct ratios as bit patterns, each followed by its number of patients.
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for entry in histogram.entries {
      try list.encode(entry.ratio.bitPattern)
      try list.encode(entry.patients)
    }
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let (ratio, count) = (try list.decode(UInt64.self), try list.decode(Int.self))
      guard Double(bitPattern: ratio).isFinite, count.isCount, others[ratio] == nil else {
        throw decoder.corrupted("invalid number of patients with a ratio")
      }
      others[ratio] = count
    }
  }
}
