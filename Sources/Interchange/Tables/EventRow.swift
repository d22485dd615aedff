import AdherenceAnalytics
import Scheduling

/// One event in forty bytes.
struct EventRow: PatientRow {
  /// Seconds since 1970.
  var time: Int64
  /// The value, where it is a number or a truth value.
  var amount = 0.0
  var patient: Int32
  var task: Int32
  /// The line in its file.
  var line: UInt32
  /// The number of the file.
  var file: Int16
  /// The numbers of its units and kind; -1 is none.
  var units: Int16 = -1
  var kind: Int16 = -1
  var marks: OutcomeTable.Marks = []
}

/// What tables of events say of one patient beside the events.
struct EventPatient: Sendable {
  var zone: Zone?
  var group: String?
  var start: CivilDate?
  /// The tasks of which there is a row.
  var tasks: Set<Int32> = []
  /// How many rows were set aside.
  var setAside = 0
  /// What is wrong with some of those.
  var problems: [InputError] = []
}
