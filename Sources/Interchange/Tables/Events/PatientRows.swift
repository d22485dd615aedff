/// A row of one patient.
package protocol PatientRow: Sendable {
  /// The number of the patient, in the order in which ids were first read.
  var patient: Int32 { get }
}

/// Rows grouped by patient, in file order within each patient.
struct PatientRows<Row: PatientRow>: Sendable {
  private let rows: [Row]
  /// The start of each patient's rows, and the end of the last ones.
  private let starts: [Int]

  /// Groups rows by patient, in the order of the patients' ids.
  ///
  /// - Complexity: O(*n*): a counting sort.
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

  /// The rows of the patient at an index.
  subscript(place: Int) -> ArraySlice<Row> { rows[starts[place]..<starts[place + 1]] }
}

/// Sorted names, and the index of each by the number assigned when it was first read.
struct SortedNames {
  let names: [String]
  let places: [Int32]
  /// The numbers in the order of their names.
  let numbers: [Int]

  /// Sorts the names whose numbers are used; the others have index -1.
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

/// Names numbered in order of first use.
struct NumberedNames {
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]
  /// The last name, which usually is the next one too.
  private var last = (name: "", number: Int32(-1))

  /// Returns the number of a name, assigning one to a new name.
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

  /// Returns the number of a name; `nil` for a new name.
  func known(_ name: String) -> Int32? {
    last.number >= 0 && last.name == name ? last.number : numbers[name]
  }
}
