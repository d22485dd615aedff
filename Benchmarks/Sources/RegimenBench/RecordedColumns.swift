import Foundation

/// Outcomes as columns for scripts: patient, task, week, start in UTC and in local time, zone.
struct RecordedColumns {
  private var patients: [Int32] = []
  private var tasks: [Int32] = []
  private var weeks: [Int32] = []
  /// Local seconds since the first day.
  private var locals: [Int32] = []
  private var starts: [Int64] = []
  private var zones: [Int32] = []
  /// The counts by task and week.
  private var counts: [[Int]] = Array(repeating: Array(repeating: 0, count: 56), count: 3)

  mutating func append(
    patient: Int, task: Int, week: Int, local: Int, start: Int64, zone: Int
  ) {
    patients.append(Int32(patient))
    tasks.append(Int32(task))
    weeks.append(Int32(week))
    locals.append(Int32(local))
    starts.append(start)
    zones.append(Int32(zone))
    counts[task][week] += 1
  }

  var answer: Answer { RecordedColumns.answer(counts) }

  /// The lower bound for finding weeks: dividing each row's local time and counting by patient and
  /// task, without due counts.
  func bareWeeks(patients: Int) -> System {
    let (patientColumn, tasks, locals) = (self.patients, tasks, locals)
    var counts: [Int32] = []
    return System(
      name: "bare",
      run: { runs in
        for _ in 0..<runs {
          counts = Array(repeating: 0, count: patients * 3 * 56)
          for row in locals.indices {
            counts[Int((patientColumn[row] * 3 + tasks[row]) * 56 + locals[row] / 604_800)] += 1
          }
        }
      },
      answer: {
        var totals = Array(repeating: Array(repeating: 0, count: 56), count: 3)
        for (place, count) in counts.enumerated() {
          totals[place / 56 % 3][place % 56] += Int(count)
        }
        return RecordedColumns.answer(totals)
      })
  }

  /// Returns the total, and a sum in which each task's week has its own weight.
  static func answer(_ counts: [[Int]]) -> Answer {
    var (count, sum) = (0, 0)
    for (task, weeks) in counts.enumerated() {
      for (week, number) in weeks.enumerated() {
        count += number
        sum += number * (1000 * task + week)
      }
    }
    return Answer(count: count, checksum: "\(sum)")
  }

  /// Writes each column to a little-endian file, and returns the folder.
  func write(zones names: [String]) throws -> URL {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "regimen-bench-\(ProcessInfo.processInfo.processIdentifier)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, column) in [
      ("patient", patients), ("task", tasks), ("week", weeks), ("zone", zones),
      ("local", locals),
    ] {
      try column.withUnsafeBytes { try Data($0).write(to: folder.appending(path: "\(name).i32")) }
    }
    try starts.withUnsafeBytes { try Data($0).write(to: folder.appending(path: "start.i64")) }
    try Data(names.joined(separator: "\n").utf8).write(to: folder.appending(path: "zones.txt"))
    return folder
  }
}
