import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Interchange
import Scheduling

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
