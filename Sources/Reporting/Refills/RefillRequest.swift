package import AdherenceAnalytics
package import AdherenceStatistics
import Diagnostics
import Interchange
import Scheduling

/// The contents of a table of refill measures.
package struct RefillRequest: Hashable, Sendable {
  /// The windows and rules.
  package var query = RefillQuery()
  /// The measures, in the order of the rows.
  package var measures: [RefillMeasure] = [.pdc, .cma7]
  /// The classes to include; empty for all.
  package var classes: Set<String> = []
  /// The drugs to include; empty for all.
  package var drugs: Set<String> = []
  /// The time span of each value.
  package var part = Part.observation
  /// The level of the rows, each measured on its own fills only.
  package var level = RefillLevel.patient
  /// The level of the parts combined by ``summary``.
  package var partLevel = RefillLevel.patient
  /// The combination of the values of several drugs or classes; `nil` if all fills of a row are
  /// measured together.
  package var summary: DrugSummary?
  /// Whether availability is combined day by day, before each part is measured.
  package var sumsUpDays = false
  /// Whether the length of the observation window was given, instead of derived from the data.
  package var hasLength = false
  /// The minimum value of an adherent patient.
  package var threshold: Share {
    get { query.coverage.threshold }
    set { query.coverage.threshold = newValue }
  }

  /// A time span that has a value.
  package enum Part: String, CaseIterable, Hashable, Sendable, Codable {
    /// The observation window.
    case observation
    /// Sliding windows in the observation window.
    case windows
    /// The treatment episodes of the follow-up.
    case episodes
  }

  /// Creates a request for the days covered and CMA 7, with the usual defaults.
  package init() {}
}

extension RefillRequest {
  /// Throws for classes, drugs and levels that no fill has.
  func requireNames(of dataset: RefillDataset) throws(InputError) {
    for name in classes.sorted() where !dataset.classes.contains(name) {
      throw InputError(.noSuch(kind: "class", id: name), parameter: "only-class")
    }
    for name in drugs.sorted() where !dataset.drugs.contains(name) {
      throw InputError(.noSuch(kind: "drug", id: name), parameter: "only-drug")
    }
    let isKnown = [
      RefillLevel.drugClass: !dataset.classes.isEmpty, .drug: !dataset.drugs.isEmpty,
    ]
    guard isKnown[partLevel] ?? true else {
      let rule = "be a level that the fills name (the column '\(partLevel.rawValue)' has no names)"
      throw InputError(.outOfRange(text: partLevel.rawValue, rule: rule), parameter: "level")
    }
  }

  /// Returns the record with the fills of the selected classes and drugs.
  func chosen(of record: RefillRecord) -> RefillRecord {
    guard !classes.isEmpty || !drugs.isEmpty else { return record }
    var record = record
    record.fills.removeAll { fill in
      !classes.isEmpty && !classes.contains(fill.drugClass ?? "")
        || !drugs.isEmpty && !drugs.contains(fill.drug ?? "")
    }
    return record
  }
}

extension RefillEvaluator {
  /// Returns a measure over the observation window, combined over drugs or classes if requested.
  func value(
    of measure: RefillMeasure, in record: RefillRecord, _ request: RefillRequest
  ) -> Estimate<Double> {
    guard let summary = request.summary else { return value(of: measure, in: record) }
    let parts = record.parts(at: request.partLevel).map(\.record)
    return request.sumsUpDays
      ? combinedDailyValue(of: measure, in: parts, by: summary)
      : combinedValue(of: measure, in: parts, by: summary)
  }
}
