package import AdherenceAnalytics
import Scheduling

/// One event in forty bytes.
package struct EventRow: PatientRow {
  /// Seconds since 1970.
  package var time: Int64
  /// The value, where it is a number or a truth value.
  package var amount = 0.0
  package var patient: Int32
  package var task: Int32
  /// The line in its file.
  package var line: UInt32
  /// The number of the file.
  package var file: Int16
  /// The numbers of its units and kind; -1 is none.
  package var units: Int16 = -1
  package var kind: Int16 = -1
  package var marks: OutcomeTable.Marks = []

  /// Creates an event without a value.
  package init(time: Int64, patient: Int32, task: Int32, line: UInt32, file: Int16) {
    (self.time, self.patient, self.task) = (time, patient, task)
    (self.line, self.file) = (line, file)
  }
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
