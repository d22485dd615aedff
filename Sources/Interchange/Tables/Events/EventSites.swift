import Diagnostics
import Scheduling

/// The sites in a table of events, such as study centres, which may number their patients
/// independently.
struct EventSites: Sendable {
  /// The column of sites; `nil` if no table has one.
  private(set) var column: String?
  private var names = NumberedNames()
  /// The number of each name, equal for similar names.
  private var numbers: [Int32] = []
  private var known: [String: Int32] = [:]

  /// The names of site columns, smallest units first, in letters and digits only.
  private static let columns =
    "household practice clinic hospital siteid sitenumber siteno site centerid centreid center centre study country"
    .split(separator: " ").map(String.init)

  /// Returns the column of sites among those without another role; the column of groups may be one
  /// of sites.
  static func place(in columns: [String], beside roles: Set<Int>) -> Int? {
    let names = columns.map { ColumnName($0).folded }
    return EventSites.columns.lazy.compactMap { site in
      names.indices.first { names[$0] == site && !roles.contains($0) }
    }.first
  }

  /// Starts a table, whose site column may differ.
  mutating func begin(_ column: String?) { self.column = column ?? self.column }

  /// Returns the number of a site; names that differ only in case, spaces and leading zeros are one
  /// site.
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
  /// Records the site of a row; a patient is expected to have one site.
  mutating func note(site name: String, ofPatient number: Int) {
    let site = sites.number(of: name)
    if patients[number].site < 0 { patients[number].site = site }
    if patients[number].site != site { patients[number].hasSeveralSites = true }
  }

  /// Returns the warning about ids that occur at several sites, which may be different patients.
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
      "has several values for \(count.counting("id")), each of which counts as one patient (combine the two columns"
        + " if they are different people)", keepsRecord: true)
  }
}
