import Diagnostics
import Scheduling

// The column of events that plans can follow.
extension EventPlanner {
  /// Finds a column of events by its name and contents: words for what happens to a patient, and none for a dose.
  mutating func findNamedEvents() {
    guard columns.event == nil, columns.layout != .days, columns.time ?? columns.planned != nil,
      let place = candidates(.event, where: \.hasKnownEvents).first
    else { return }
    columns.event = take(place, as: "event that plans can follow")
    let column = profile.columns[place]
    let words = InputError.list(column.distinct.keys.sorted())
    plan.assumptions.append(
      "\(column.present.counting("row", "is an event that plans can follow", "are events that plans can follow")),"
        + " not doses (\(words) in '\(index.name(of: place))'; --status none reads every row as a dose)."
    )
  }

  /// Returns the option for a column that may have events that plans can follow; empty for another.
  func eventOption(_ place: Int) -> String {
    names[place].rank(as: .event) == nil
      ? ""
      : " --event \(index.name(of: place).quoted) reads its rows as events that plans can follow,"
  }
}

extension ColumnProfile {
  /// Whether all values are known names of events in a patient's course, such as `hip surgery` and `visit 2`.
  fileprivate var hasKnownEvents: Bool {
    present > 0 && !hasMoreDistinct
      && distinct.keys.allSatisfy { name in
        ColumnName(name).words.contains(where: ColumnRole.knownEvents.contains)
          && StatusWords().status(of: name) == nil && !StatusWords.meansNotTaken(name)
      }
  }
}

extension ColumnRole {
  /// Words in the names of events in a patient's course.
  fileprivate static let knownEvents = Set(
    """
    surgery operation admission admitted readmission discharge discharged enrolment enrollment enrolled
    randomisation randomization randomised randomized baseline visit withdrawal birth delivery
    transplantation transplant implantation biopsy relapse diagnosis hospitalisation hospitalization death
    aufnahme entlassung einschluss geburt visite diagnose rezidiv
    chirurgie admission sortie inclusion naissance cirugia operacion ingreso alta nacimiento
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
