import AdherenceAnalytics
import Scheduling

extension CareRecord {
  /// Returns a record of a task with hourly outcomes.
  static func plain(_ id: String, outcomes: Int) -> CareRecord {
    var record = CareRecord(
      patient: Patient(id: id, zone: .utc), tasks: [CareTask(id: "walk", schedule: Schedule([]))])
    for number in 0..<outcomes { record.outcomes.append(.hourly(number)) }
    return record
  }

  /// Returns distinct records in order of their ids.
  static func plain(count: Int, outcomes: Int) -> [CareRecord] {
    (0..<count).map { .plain("P\(1000 + $0)", outcomes: outcomes + $0 % 7) }
  }
}

extension Outcome {
  /// Returns the outcome of an hour, with a number.
  static func hourly(_ hour: Int) -> Outcome {
    Outcome(
      task: "walk", time: Instant(seconds: Int64(hour) * 3600),
      values: [OutcomeValue(.number(Double(hour)), units: "km")])
  }
}
