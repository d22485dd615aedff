import Scheduling

/// The kinds of the values that were recorded, by where they were.
struct FoundKinds {
  private let occurrences: Int
  /// The places of the occurrences that have a value of each kind.
  private var places: [[Int]] = []
  /// The days on which values of each kind came beside occurrences.
  private var days: [Set<CivilDate>] = []

  /// Nothing was found at so many occurrences.
  init(occurrences: Int) { self.occurrences = occurrences }

  /// Notes a value of an occurrence.
  mutating func add(_ kind: Int, at place: Int) {
    reserve(kind)
    places[kind].append(place)
  }

  /// Notes a value beside occurrences.
  mutating func add(_ kind: Int, on day: CivilDate) {
    reserve(kind)
    days[kind].insert(day)
  }

  private mutating func reserve(_ kind: Int) {
    while places.count <= kind {
      places.append([])
      days.append([])
    }
  }

  /// Whether a value of a kind came beside the occurrences of a day.
  func found(_ kind: Int, on day: CivilDate) -> Bool {
    kind < days.count && !days[kind].isEmpty && days[kind].contains(day)
  }

  /// The places of the occurrences that have no value of a kind, in order.
  func missing(_ kind: Int) -> [Int] {
    guard kind < places.count else { return Array(0..<occurrences) }
    var isFound = [Bool](repeating: false, count: occurrences)
    for place in places[kind] { isFound[place] = true }
    return isFound.indices.filter { !isFound[$0] }
  }
}

/// The gaps of a task, by the numbers of kinds.
struct ValueGaps {
  /// Those of all elements, in order of time.
  private(set) var ofTask: [[RecordedValue]]
  /// Those of each element, where there are several.
  private(set) var ofElements: [String: [Int: [RecordedValue]]] = [:]

  init(kinds: Int) { ofTask = Array(repeating: [], count: kinds) }

  /// Adds a gap to those of the task, and of an element where one is given.
  mutating func add(_ gap: RecordedValue, _ kind: Int, _ element: String?) {
    ofTask[kind].append(gap)
    if let element { ofElements[element, default: [:]][kind, default: []].append(gap) }
  }
}
