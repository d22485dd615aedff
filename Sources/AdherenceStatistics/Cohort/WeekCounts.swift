/// What was due and what of it was completed in each of the first weeks of treatment, patient by patient.
///
/// A week is the place of its two counts in a list of all that occur, of which there are few: of a daily plan 35.
/// So it takes a byte, and another one from 257 different ones on.
struct WeekCounts: Sendable, Codable {
  /// What was due, and what of it was completed.
  private struct Pair: Hashable, Codable {
    var expected: UInt16
    var taken: UInt16
  }

  private var pairs: [Pair] = []
  /// The bytes of the places, those of the lowest order first, week after week.
  private var bytes: [[UInt8]] = [[]]
  /// The places of the pairs; empty until they are asked for.
  private var places: [Pair: Int] = [:]

  private enum CodingKeys: CodingKey {
    case pairs, bytes
  }

  /// How many weeks there are.
  private var count: Int { bytes[0].count }

  /// Adds the weeks of a patient.
  mutating func add(_ expected: some Sequence<Int>, _ taken: some Sequence<Int>) {
    for (expected, taken) in zip(expected, taken) {
      append(place(of: Pair(expected: UInt16(clamping: expected), taken: UInt16(clamping: taken))))
    }
  }

  /// Adds the patients of another part.
  mutating func merge(_ other: WeekCounts) {
    let places = other.pairs.map { place(of: $0) }
    for index in bytes.indices { bytes[index].reserveCapacity(count + other.count) }
    for week in 0..<other.count { append(places[other.place(at: week)]) }
  }

  /// Whether its lists fit to each other and to so many patients with so many weeks each.
  func isSound(of patients: Int, each weeks: Int) -> Bool {
    !bytes.isEmpty && bytes.count <= 4 && bytes.allSatisfy { $0.count == patients * weeks }
      && (0..<count).allSatisfy { place(at: $0) < pairs.count }
      && Set(pairs).count == pairs.count && pairs.allSatisfy { $0.taken <= $0.expected }
  }

  /// The ratio of a week.
  func ratio(at week: Int) -> Double {
    let pair = pairs[place(at: week)]
    return Double(pair.taken) / Double(pair.expected)
  }

  private func place(at week: Int) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1[week]) }
  }

  private mutating func append(_ place: Int) {
    for index in bytes.indices {
      bytes[index].append(UInt8(truncatingIfNeeded: place >> (8 * index)))
    }
  }

  private mutating func place(of pair: Pair) -> Int {
    if places.count < pairs.count {
      places = Dictionary(uniqueKeysWithValues: zip(pairs, pairs.indices))
    }
    if let place = places[pair] { return place }
    places[pair] = pairs.count
    pairs.append(pair)
    if (pairs.count - 1) >> (8 * bytes.count) > 0 {
      bytes.append(Array(repeating: 0, count: count))
    }
    return pairs.count - 1
  }
}
