package import AdherenceAnalytics
import Scheduling

extension OutcomeTable {
  /// Creates a table of outcomes whose times and keys alone are known.
  package init(times rows: [Row]) {
    var names = NameTable()
    _ = names.number(of: "")
    self.init(rows: rows, names: names)
  }
}

extension OutcomeTable.Row {
  /// Creates a row of a time and the nominal time of a key; values that no date represents are
  /// left out.
  package init(time: Int64, nominal: Int64) {
    self.init(task: 0)
    if Instant(seconds: time).isReadable { self.time = time }
    if CivilDateTime.localSeconds ~= nominal { (self.nominal, element) = (nominal, 0) }
  }
}

extension CivilDateTime {
  /// The local seconds of the supported calendar.
  static let localSeconds = Int64(-62_135_596_800)...253_402_300_799
}
