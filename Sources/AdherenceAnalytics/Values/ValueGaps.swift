import Scheduling

/// The kinds of the recorded values, by occurrence and day.
struct FoundKinds {
  private let occurrences: Int
  /// The indices of the occurrences that have a value, by kind.
  private var indices: [[Int]] = []
  /// The days with values outside of occurrences, by kind.
  private var days: [Set<CivilDate>] = []

  init(occurrences: Int) { self.occurrences = occurrences }

  /// Adds a value of an occurrence.
  mutating func add(_ kind: Int, at index: Int) {
    reserve(kind)
    indices[kind].append(index)
  }

  /// Adds a value outside of occurrences.
  mutating func add(_ kind: Int, on day: CivilDate) {
    reserve(kind)
    days[kind].insert(day)
  }

  private mutating func reserve(_ kind: Int) {
    while indices.count <= kind {
      indices.append([])
      days.append([])
    }
  }

  /// Returns whether there is a value of a kind outside of occurrences on a day.
  func found(_ kind: Int, on day: CivilDate) -> Bool {
    kind < days.count && !days[kind].isEmpty && days[kind].contains(day)
  }

  /// Returns the indices of the occurrences that have no value of a kind, in order.
  func missing(_ kind: Int) -> [Int] {
    guard kind < indices.count else { return Array(0..<occurrences) }
    var isFound = [Bool](repeating: false, count: occurrences)
    for index in indices[kind] { isFound[index] = true }
    return isFound.indices.filter { !isFound[$0] }
  }
}

/// The gaps of a task, by the numbers of kinds.
struct ValueGaps {
  /// Those of all elements, in order of time.
  private(set) var ofTask: [[RecordedValue]]
  /// Those of each element, if there are several.
  private(set) var ofElements: [String: [Int: [RecordedValue]]] = [:]

  init(kinds: Int) { ofTask = Array(repeating: [], count: kinds) }

  /// Adds a gap to those of the task, and of an element if given.
  mutating func add(_ gap: RecordedValue, _ kind: Int, _ element: String?) {
    ofTask[kind].append(gap)
    if let element { ofElements[element, default: [:]][kind, default: []].append(gap) }
  }
}
