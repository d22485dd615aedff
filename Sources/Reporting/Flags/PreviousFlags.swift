import AdherenceStatistics
public import Diagnostics
import Formats
import Interchange
import Scheduling

/// The flags of a previous report, by patient, for ``ReportOptions/previousFlags``.
public struct PreviousFlags: Sendable {
  private let flags: [String: [PreviousFlag]]
  /// A checksum of the flags, by which reports tell whether they were compared with the same ones.
  let fingerprint: String

  /// Reads `flags.csv` of a report's folder.
  ///
  /// Flags that were resolved in that report are ignored.
  ///
  /// - Parameter folder: The path of the folder.
  /// - Throws: `InputError` if the file is missing or damaged.
  public init(ofReport folder: String) throws(InputError) {
    let path = "\(folder)/\(ReportTable.flags.rawValue).csv"
    var flags: [String: [PreviousFlag]] = [:]
    for (index, row) in try CSVRows.read(path).enumerated() {
      guard let patient = row["patient"], let task = row["task"], let flag = row["flag"] else {
        throw InputError(.missing, field: "patient, task, flag", source: path)
      }
      if row["status"] == FlagStatus.resolved.rawValue { continue }
      guard let known = PatientFlag(rawValue: flag) else {
        let allowed = PatientFlag.allCases.map(\.rawValue)
        throw InputError(
          .notOneOf(text: flag, allowed: allowed), field: "flag", source: "\(path):\(index + 2)")
      }
      flags[patient, default: []].append(
        PreviousFlag(
          task: task, title: row["title"] ?? task, flag: known,
          since: row["since"].flatMap { CivilDate($0) },
          lastEvent: row["lastEvent"].flatMap { CivilDate($0) }))
    }
    self.flags = flags
    var sum = Checksum64()
    for (patient, own) in flags.sorted(by: { $0.key < $1.key }) {
      for flag in own { sum.add(Array("\(patient)\n\(flag.task)\n\(flag.flag.rawValue)\n".utf8)) }
    }
    fingerprint = sum.text
  }

  /// The first patient with a flag; `nil` if there is none.
  var firstPatient: String? { flags.keys.min() }

  /// Returns the flags of a patient.
  func flags(of patient: String) -> [PreviousFlag] { flags[patient] ?? [] }
}

/// A flag of a task in the previous report.
struct PreviousFlag: Hashable, Sendable, Codable {
  var task: String
  var title: String
  var flag: PatientFlag
  var since: CivilDate?
  var lastEvent: CivilDate?

  /// The flag as a row of a report in which it is resolved.
  var resolved: TaskFlag {
    TaskFlag(flag: flag, task: task, title: title, rank: 0, since: since, lastEvent: lastEvent)
  }
}
