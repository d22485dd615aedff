import AdherenceStatistics
import Scheduling

/// The columns of `flags.csv`.
enum FlagTable {
  static let columns: [Column<FlagRow>] = [
    .text("patient", "the patient's id") { $0.patient },
    .text("group", "the patient's group") { $0.group },
    .text("task", "the task's id") { $0.flag.task },
    .text("title", "the task's title; its id if it has none") { $0.flag.title },
    .text(
      "flag",
      "the reason to contact the patient: `paused`, `stopped`, `neverStarted` or `declining`"
    ) {
      $0.flag.flag.rawValue
    },
    .date(
      "since",
      "the day after the last event; of `neverStarted` the first planned day; empty for `declining`"
    ) { $0.flag.since },
    .date("lastEvent", "the day of the task's last event") { $0.flag.lastEvent },
    .date("planEnd", "the last day of the plan; empty if its schedule has no end date") {
      $0.flag.planEnd
    },
    .text("evidence", "the observation behind the flag, in words; empty for `resolved`") {
      $0.status == .resolved ? nil : $0.flag.evidence
    },
    .text(
      "status",
      "the change since the report that `--previous` names: `new`, `continuing` or `resolved`; empty without one"
    ) { $0.status?.rawValue },
  ]
}

extension EndTable {
  /// The flags of a report.
  init(_ flags: ReportFlags) {
    self.init(ReportTable.flags.rawValue, FlagTable.columns) { body in flags.rows.forEach(body) }
  }
}

extension TaskFlag {
  /// The observation behind the flag.
  var evidence: String {
    if let fall { return fall.words }
    return flag == .neverStarted
      ? "none of \(PageWords.amount(missed)) due done"
      : "no event on \(PageWords.count(Int(missed), "day")) with anything due"
  }
}

extension TaskMeasures.Fall {
  /// The decline as text.
  var words: String {
    let points = Int((-change * 100).rounded())
    let p = p < 0.0001 ? "below 0.0001" : "\((p * 10_000).rounded() / 10_000)"
    return
      "weekly ratios fell by \(points) points over the last twelve weeks (Mann-Kendall test: p \(p))"
  }
}
