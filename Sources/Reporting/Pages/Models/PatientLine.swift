import AdherenceAnalytics
import Charts

/// A patient's row of the table of patients.
struct PatientLine: Sendable {
  /// The patient's id.
  var id: String
  /// What the patient is called; the id where there is no name.
  var name: String
  /// The patient's group; empty where there is none.
  var group = ""
  /// The patient's page, as a path from `index.html`; `nil` where none was made.
  var page: String?
  /// The ratios of the periods.
  var sparkline: Sparkline?
  /// The ratio over the whole range; `nil` where it is missing.
  var ratio: Double?
  /// The lower limit of the ratio's interval.
  var lower: Double?
  /// The upper limit of the ratio's interval.
  var upper: Double?
  /// Why the ratio is missing, in a word or two.
  var missing = ""
  /// Whether the ratio reaches the threshold; `nil` where it is missing.
  var reaches: Bool?
  /// How many due days the current streak has, of a quota the last of each period; `nil` where nothing was due.
  var streak: Int?
  /// The last planned day, where all plans have ended.
  var planEnd: String?
  /// When the last event was, by the patient's clock, such as `2025-12-30 21:05`; `nil` where there
  /// was none.
  var lastEvent: String?
  /// Why the patient needs attention, the most urgent first.
  var flags: [PageFlag] = []

  /// Creates the row of a patient of whom nothing is known.
  init(id: String, name: String) {
    self.id = id
    self.name = name
  }
}
