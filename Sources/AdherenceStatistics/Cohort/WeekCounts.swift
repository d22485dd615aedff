/// The due and done counts of the first weeks of treatment, by patient.
///
/// Each week is an index into a list of the distinct pairs of counts, of which there are few: 35
/// for a daily plan.
struct WeekCounts: Sendable, Codable {
  /// The due and done counts.
  private struct Pair: Hashable, Codable {
    var expected: UInt16
    var taken: UInt16
  }

  private var pairs: [Pair] = []
  /// The index of each week's pair.
  private var weeks = CountRows(columns: 1)
  /// The indices of the pairs, filled on first use.
  private var places: [Pair: Int] = [:]

  private enum CodingKeys: CodingKey {
    case pairs, weeks
  }

  /// Adds the first weeks of a patient; nothing is due in weeks after the last.
  mutating func add(_ expected: [Int], _ taken: [Int], weeks count: Int) {
    for week in 0..<count {
      let (due, done) = week < expected.count ? (expected[week], taken[week]) : (0, 0)
      append(place(of: Pair(expected: UInt16(clamping: due), taken: UInt16(clamping: done))))
    }
  }

  /// Merges another part.
  mutating func merge(_ other: WeekCounts) {
    let places = other.pairs.map { place(of: $0) }
    for week in 0..<other.weeks.count { append(places[other.place(at: week)]) }
  }

  /// Returns whether decoded content is consistent for a number of patients and weeks.
  func isSound(of patients: Int, each weeks: Int) -> Bool {
    self.weeks.isSound(columns: 1) && self.weeks.count == patients * weeks
      && (0..<self.weeks.count).allSatisfy { place(at: $0) < pairs.count }
      && Set(pairs).count == pairs.count && pairs.allSatisfy { $0.taken <= $0.expected }
  }

  /// Returns the ratio of a week; `nil` if nothing was due.
  func ratio(at week: Int) -> Double? {
    let pair = pairs[place(at: week)]
    return pair.expected > 0 ? Double(pair.taken) / Double(pair.expected) : nil
  }

  private func place(at week: Int) -> Int {
    var row = weeks[week]
    return row.next() ?? 0
  }

  private mutating func append(_ place: Int) { weeks.append(CollectionOfOne(place)) }

  private mutating func place(of pair: Pair) -> Int {
    if places.count < pairs.count {
      places = Dictionary(uniqueKeysWithValues: zip(pairs, pairs.indices))
    }
    if let place = places[pair] { return place }
    places[pair] = pairs.count
    pairs.append(pair)
    return pairs.count - 1
  }
}
