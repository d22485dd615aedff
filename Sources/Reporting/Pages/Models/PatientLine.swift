import AdherenceAnalytics
import Charts

/// A patient's row of the table of patients.
struct PatientLine: Sendable {
  /// The patient's name; the id if there is no name.
  var name: String
  /// The patient's group; empty if there is none.
  var group = ""
  /// The path of the patient's page, relative to `index.html`; `nil` if there is none.
  var page: String?
  /// The ratios of the periods.
  var sparkline: Sparkline?
  /// The ratio over the whole range; `nil` if it is missing.
  var ratio: Double?
  /// The lower limit of the ratio's interval.
  var lower: Double?
  /// The upper limit of the ratio's interval.
  var upper: Double?
  /// The ratio of each task of the table; `nil` if it is missing.
  var taskRatios: [Double?] = []
  /// The reason for the missing ratio, in a word or two.
  var missing = ""
  /// The current streak in due days, or in periods of a quota; `nil` if nothing was due.
  var streak: Int?
  /// The last planned day, if all plans have ended.
  var planEnd: String?
  /// The local time of the last event, such as `2025-12-30 21:05`; `nil` if there is none.
  var lastEvent: String?
  /// The flags, the most urgent first.
  var flags: [PageFlag] = []
}
