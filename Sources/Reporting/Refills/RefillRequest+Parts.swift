import AdherenceAnalytics
import AdherenceStatistics
import Interchange
import Scheduling

extension RefillRequest {
  /// Refuses classes that no fill has.
  func requireClasses(of dataset: RefillDataset) throws(InputError) {
    for name in classes.sorted() where !dataset.classes.contains(name) {
      throw InputError(.noSuch(kind: "class", id: name), parameter: "only-class")
    }
  }

  /// The record with the fills of the classes that are looked at.
  func chosen(of record: RefillRecord) -> RefillRecord {
    guard !classes.isEmpty else { return record }
    var record = record
    record.fills.removeAll { !classes.contains($0.drugClass ?? "") }
    return record
  }

  /// What of a record has values of its own: all of it, or each of its classes where they are told apart,
  /// which have no name where fills have no class.
  func parts(
    of record: RefillRecord, byClass: Bool
  ) -> [(drugClass: String?, record: RefillRecord)] {
    guard byClass, !record.fills.isEmpty else { return [(nil, record)] }
    return Set(record.fills.map { $0.drugClass ?? "" }).sorted().map { drugClass in
      var own = record
      own.fills.removeAll { ($0.drugClass ?? "") != drugClass }
      return (drugClass, own)
    }
  }
}

extension RefillEvaluator {
  /// A measure over the observation window, summed up over a patient's classes where that is asked for.
  func value(
    of measure: RefillMeasure, in record: RefillRecord, _ request: RefillRequest
  ) -> Estimate<Double> {
    guard let summary = request.summary else { return value(of: measure, in: record) }
    return request.sumsUpDays
      ? combinedDailyValue(of: measure, in: record, by: summary)
      : combinedValue(of: measure, in: record, by: summary)
  }
}
