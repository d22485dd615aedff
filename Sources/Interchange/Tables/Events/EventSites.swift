import Scheduling

/// The sites of a table of events, such as the centers of a study, each of which may number its patients anew.
struct EventSites: Sendable {
  /// The column that has them; `nil` where no table has one.
  private(set) var column: String?
  private var names = NumberedNames()
  /// The number of each name by its number, which is the same for names that are alike.
  private var numbers: [Int32] = []
  private var known: [String: Int32] = [:]

  /// The names of columns of sites, those of the smallest first: letters and digits alone.
  private static let columns =
    "household practice clinic hospital siteid sitenumber siteno site centerid centreid center centre study country"
    .split(separator: " ").map(String.init)

  /// Finds the column of sites among those without another role; the group of a patient may be a site.
  static func place(in columns: [String], beside roles: Set<Int>) -> Int? {
    let names = columns.map { ColumnName($0).folded }
    return EventSites.columns.lazy.compactMap { site in
      names.indices.first { names[$0] == site && !roles.contains($0) }
    }.first
  }

  /// Begins with a table, whose column may be another.
  mutating func begin(_ column: String?) { self.column = column ?? self.column }

  /// The number of a site; names that differ in capitals, spaces and leading zeros alone are of one.
  mutating func number(of name: String) -> Int32 {
    let number = Int(names.number(of: name))
    if number == numbers.count {
      let folded = EventCleaning.folded(name)
      let first = known[folded] ?? Int32(number)
      known[folded] = first
      numbers.append(first)
    }
    return numbers[number]
  }
}

extension EventTableReader {
  /// Notes the site of a row, of which a patient has one.
  mutating func note(site name: String, ofPatient number: Int) {
    let site = sites.number(of: name)
    if patients[number].site < 0 { patients[number].site = site }
    if patients[number].site != site { patients[number].hasSeveralSites = true }
  }

  /// The problem of ids that several sites have, since patients of several sites who have one id look like one.
  func problemOfSites() -> InputError? {
    let several = patients.indices.filter { patients[$0].hasSeveralSites }
    guard let column = sites.column, !several.isEmpty else { return nil }
    let examples = several.prefix(3).map { names.names[$0] }.joined(separator: ", ")
    return InputError(.against(.severalSites(several.count), text: examples), field: column)
  }
}

extension InputError.Rule {
  fileprivate static func severalSites(_ count: Int) -> Self {
    Self(
      "severalSites",
      "has several contents for \(count.counting("id")), each of which counts as one patient (join the two columns"
        + " if they are different people)", keepsRecord: true)
  }
}
