import Diagnostics
import Scheduling

/// The common part of planners: detection of columns by name and values.
protocol TablePlanner {
  var profile: TableProfile { get }
  var names: [ColumnName] { get }
  var index: ColumnIndex { get }
  var plan: ReadingPlan { get set }
}

extension TablePlanner {
  /// The non-empty columns without a role.
  var free: [Int] {
    profile.columns.indices.filter { plan.roles[$0] == nil && profile.columns[$0].present > 0 }
  }

  /// Returns the columns without a role whose names match a role, best first.
  func candidates(
    _ role: ColumnRole, where fits: (ColumnProfile) -> Bool = { _ in true }
  ) -> [Int] {
    free.filter { names[$0].rank(as: role) != nil && fits(profile.columns[$0]) }
      .sorted { (names[$0].rank(as: role) ?? 0, $0) < (names[$1].rank(as: role) ?? 0, $1) }
  }

  /// Assigns a role to a column and returns its name.
  mutating func take(_ place: Int, as role: String) -> String {
    plan.roles[place] = role
    return index.name(of: place)
  }

  /// Assigns a role to an optional column and returns its name.
  mutating func take(ifAny place: Int?, as role: String) -> String? {
    place.map { take($0, as: role) }
  }

  /// Asks which of some columns is the patient; if there are none, all rows are of one person,
  /// whose id is returned.
  mutating func onePerson(unlessOneOf columns: [Int]) -> String? {
    guard columns.isEmpty else {
      plan.questions.append(
        "Which column is the patient: \(InputError.list(columns.map(index.name)))? Name it by --patient, or"
          + " the one person of the table by --patient-id.")
      return nil
    }
    plan.assumptions.append(
      "There is no patient column, so all rows are of one person, called 'patient' (--patient-id names"
        + " the person, --patient the column).")
    return "patient"
  }
}
