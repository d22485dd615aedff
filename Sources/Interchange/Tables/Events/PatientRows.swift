/// A row of one patient.
package protocol PatientRow: Sendable {
  /// The patient, by the number in which ids were first seen.
  var patient: Int32 { get }
}

/// Rows patient by patient, each patient's in the order of the file.
struct PatientRows<Row: PatientRow>: Sendable {
  private let rows: [Row]
  /// Where the rows of each patient begin, and where the last ones end.
  private let starts: [Int]

  /// Puts rows in the order of the patients' names.
  ///
  /// - Complexity: O(*n*): they are counted before they are placed.
  init(_ rows: [Row], _ order: SortedNames) {
    var starts = [Int](repeating: 0, count: order.names.count + 1)
    for row in rows { starts[Int(order.places[Int(row.patient)]) + 1] += 1 }
    for place in order.names.indices { starts[place + 1] += starts[place] }
    var next = starts
    var sources = [Int32](repeating: 0, count: rows.count)
    for (index, row) in rows.enumerated() {
      let place = Int(order.places[Int(row.patient)])
      sources[next[place]] = Int32(index)
      next[place] += 1
    }
    self.rows = sources.map { rows[Int($0)] }
    self.starts = starts
  }

  /// The rows of the patient at a place.
  subscript(place: Int) -> ArraySlice<Row> { rows[starts[place]..<starts[place + 1]] }
}

/// Names in order, and the place of each by the number in which it was first seen.
struct SortedNames {
  let names: [String]
  let places: [Int32]
  /// The numbers in the order of their names.
  let numbers: [Int]

  /// Sorts the names whose numbers are used; -1 is the place of the others.
  init(_ numbers: NumberedNames, where isUsed: (Int) -> Bool = { _ in true }) {
    let sorted = numbers.names.indices.filter(isUsed).sorted {
      numbers.names[$0] < numbers.names[$1]
    }
    self.numbers = sorted
    names = sorted.map { numbers.names[$0] }
    var places = [Int32](repeating: -1, count: numbers.names.count)
    for (place, number) in sorted.enumerated() { places[number] = Int32(place) }
    self.places = places
  }
}

/// Names numbered as they are first seen.
struct NumberedNames {
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]
  /// The name asked for last, which mostly is the next one too.
  private var last = (name: "", number: Int32(-1))

  /// The number of a name, a new one where it has none.
  mutating func number(of name: String) -> Int32 {
    if last.number >= 0, last.name == name { return last.number }
    let number = numbers[name] ?? Int32(names.count)
    if number == names.count {
      names.append(name)
      numbers[name] = number
    }
    last = (name, number)
    return number
  }

  /// The number of a name; `nil` where it has none.
  func known(_ name: String) -> Int32? {
    last.number >= 0 && last.name == name ? last.number : numbers[name]
  }
}
