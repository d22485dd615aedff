/// How many patients have which ratio, while patients are added.
///
/// Ratios of small counts, such as those of a week, are counted in a table by what was done and due,
/// all others by their value. Memory follows the distinct ratios and not the patients.
struct RatioCounts: Sendable {
  /// The patients with `done` of `due`, at the place `due` × (`due` + 1) / 2 + `done`.
  private var small: [UInt32] = []
  /// The patients by the bits of their ratio.
  private var others: [UInt64: Int] = [:]

  /// The most that is due of counts in the table.
  private static let limit = 63

  /// Counts a patient who has done some of what was due.
  mutating func add(_ done: Int, of due: Int) {
    guard 1...RatioCounts.limit ~= due, 0...due ~= done else {
      return add(Double(done) / Double(due))
    }
    let place = due * (due + 1) / 2 + done
    if place >= small.count { reach(due) }
    small[place] += 1
  }

  /// Counts a patient's ratio.
  mutating func add(_ ratio: Double) {
    // Of the two zeros there shall be one.
    others[(ratio + 0).bitPattern, default: 0] += 1
  }

  /// Grows the table to what is due, some more at a time.
  private mutating func reach(_ due: Int) {
    let most = min(RatioCounts.limit, due + due / 4)
    small += repeatElement(0, count: (most + 1) * (most + 2) / 2 - small.count)
  }

  /// Adds the patients of another part.
  mutating func merge(_ other: RatioCounts) {
    if small.count < other.small.count {
      small += repeatElement(0, count: other.small.count - small.count)
    }
    for place in other.small.indices { small[place] += other.small[place] }
    for (ratio, count) in other.others { others[ratio, default: 0] += count }
  }

  /// The distinct ratios, ascending, and how many patients have each.
  var histogram: RatioHistogram {
    var counts = others
    var place = 1
    for due in 1...RatioCounts.limit where place + due < small.count {
      for done in 0...due where small[place + done] > 0 {
        counts[(Double(done) / Double(due)).bitPattern, default: 0] += Int(small[place + done])
      }
      place += due + 1
    }
    return RatioHistogram(counts.map { (Double(bitPattern: $0), $1) })
  }
}

extension RatioCounts: Codable {
  /// The distinct ratios as their bits, each followed by its number of patients.
  func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for (ratio, count) in histogram.entries {
      try list.encode(ratio.bitPattern)
      try list.encode(count)
    }
  }

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      let (ratio, count) = (try list.decode(UInt64.self), try list.decode(Int.self))
      guard Double(bitPattern: ratio).isFinite, count.isCount, others[ratio] == nil else {
        throw decoder.corrupted("no count of a ratio")
      }
      others[ratio] = count
    }
  }
}
