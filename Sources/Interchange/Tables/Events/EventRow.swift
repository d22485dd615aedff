package import AdherenceAnalytics
import Scheduling

/// One event in forty-eight bytes.
package struct EventRow: PatientRow, BitwiseCopyable {
  /// Seconds since 1970.
  package var time: Int64
  /// The value, where it is a number or a truth value.
  package var amount = 0.0
  /// Local seconds of the planned time; `OutcomeTable.Row.none` without one.
  package var planned = OutcomeTable.Row.none
  package var patient: Int32
  package var task: Int32
  /// The line in its file.
  package var line: UInt32
  /// A digest of all fields of the row; 0 where none was made.
  package var digest: UInt32 = 0
  /// The number of the file.
  package var file: Int16
  /// The numbers of its units and kind; -1 is none.
  package var units: Int16 = -1
  package var kind: Int16 = -1
  package var marks: OutcomeTable.Marks = []
  /// Whether the table has a date alone.
  package var isDateOnly = false

  /// Creates an event without a value.
  package init(time: Int64, patient: Int32, task: Int32, line: UInt32, file: Int16) {
    (self.time, self.patient, self.task) = (time, patient, task)
    (self.line, self.file) = (line, file)
  }

  /// The number of its day, by the clock of UTC.
  var day: Int32 {
    let (days, rest) = time.quotientAndRemainder(dividingBy: 86_400)
    return Int32(clamping: rest < 0 ? days - 1 : days)
  }

  /// Whether it says that a dose was taken.
  var isDone: Bool {
    marks.isDisjoint(with: .refused) && !(marks.contains(.boolean) && amount == 0)
  }

  /// Makes it a statement that a dose was not taken.
  package mutating func setMissed() {
    (amount, units, kind) = (0, -1, -1)
    marks = .boolean
  }
}

/// The rows of one patient beside the events.
struct EventPatient: Sendable {
  var zone: Zone?
  var group: String?
  var start: CivilDate?
  var observation = ObservationPeriod()
  /// The number of the site that the first row names, -1 without one, and whether another row names another.
  var site = Int32(-1)
  var hasSeveralSites = false
  /// The tasks of which there is a row.
  var tasks: Set<Int32> = []
  /// Whether a row, or a table of patients, is of the patient for certain.
  var isKnown = false
  /// The number of rows that were rejected.
  var setAside = 0
  /// The errors of some of those.
  var problems: [InputError] = []

  /// Adds the rows of the same patient under another id.
  mutating func merge(_ other: EventPatient) {
    (zone, group, start) = (zone ?? other.zone, group ?? other.group, start ?? other.start)
    if observation == ObservationPeriod() { observation = other.observation }
    // The same id, written otherwise.
    hasSeveralSites =
      hasSeveralSites || other.hasSeveralSites
      || (site >= 0 && other.site >= 0 && site != other.site)
    site = site < 0 ? other.site : site
    tasks.formUnion(other.tasks)
    isKnown = isKnown || other.isKnown
    setAside += other.setAside
    problems += other.problems
  }
}
