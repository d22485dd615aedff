package import AdherenceAnalytics
import Diagnostics
import Scheduling

/// A compact event of forty-eight bytes.
package struct EventRow: PatientRow, BitwiseCopyable {
  /// The seconds since 1970.
  package var time: Int64
  /// The value if it is a number or Boolean.
  package var amount = 0.0
  /// The local seconds of the planned time; `OutcomeTable.Row.none` without one.
  package var planned = OutcomeTable.Row.none
  package var patient: Int32
  package var task: Int32
  /// The line number in the file.
  package var line: UInt32
  /// The digest of all fields of the row; 0 if there is none.
  package var digest: UInt32 = 0
  /// The number of the file.
  package var file: Int16
  /// The numbers of units and kind; -1 for none.
  package var units: Int16 = -1
  package var kind: Int16 = -1
  package var marks: OutcomeTable.Marks = []
  /// Whether the time is a date only.
  package var isDateOnly = false

  /// Creates an event without a value.
  package init(time: Int64, patient: Int32, task: Int32, line: UInt32, file: Int16) {
    (self.time, self.patient, self.task) = (time, patient, task)
    (self.line, self.file) = (line, file)
  }

  /// The number of the day in UTC.
  var day: Int32 {
    let (days, rest) = time.quotientAndRemainder(dividingBy: 86_400)
    return Int32(clamping: rest < 0 ? days - 1 : days)
  }

  /// Whether a dose was taken.
  var isDone: Bool {
    marks.isDisjoint(with: .refused) && !(marks.contains(.boolean) && amount == 0)
  }

  /// Marks the row as a missed dose.
  package mutating func setMissed() {
    (amount, units, kind) = (0, -1, -1)
    marks = .boolean
  }
}

/// An event that plans can follow, and the place of its row.
struct NamedEventRow: Sendable {
  var event: NamedEvent
  /// The number of the file.
  var file: Int16
  var line: Int
}

/// The facts about a patient other than events.
struct EventPatient: Sendable {
  var zone: Zone?
  var group: String?
  var start: CivilDate?
  var observation = ObservationPeriod()
  /// The number of the site in the first row (-1 without one), and whether another row has a
  /// different site.
  var site = Int32(-1)
  var hasSeveralSites = false
  /// The tasks that rows refer to.
  var tasks: Set<Int32> = []
  /// The events that plans can follow, in order of their rows.
  var namedEvents: [NamedEventRow] = []
  /// Whether a valid row or the list of patients confirms the patient.
  var isKnown = false
  /// The number of rejected rows.
  var rejected = 0
  /// The errors of some of those rows.
  var problems: [InputError] = []

  /// Adds the facts about the same patient under another id.
  mutating func merge(_ other: EventPatient) {
    (zone, group, start) = (zone ?? other.zone, group ?? other.group, start ?? other.start)
    if observation == ObservationPeriod() { observation = other.observation }
    // The same id in another spelling.
    hasSeveralSites =
      hasSeveralSites || other.hasSeveralSites
      || (site >= 0 && other.site >= 0 && site != other.site)
    site = site < 0 ? other.site : site
    tasks.formUnion(other.tasks)
    namedEvents += other.namedEvents
    isKnown = isKnown || other.isKnown
    rejected += other.rejected
    problems += other.problems
  }
}
