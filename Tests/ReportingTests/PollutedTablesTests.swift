import AdherenceAnalytics
import Foundation
import Interchange
import Reporting
import Scheduling
import TestSampling
import TestSupport
import Testing

/// Tables of one cohort in random layouts and dialects with random damage: the ratio is correct, or
/// a problem is reported.
@Suite struct PollutedTablesTests {
  @Test(arguments: (0..<20 as Range<UInt64>).sampled(2))
  func `no ratio is false without a word`(_ block: UInt64) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "polluted-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for seed in (block * 100..<(block + 1) * 100).sampled(10) {
      var table = DrawnDiary(seed: seed)
      table.pollute()
      let path = folder.appending(path: "\(seed).csv").path()
      try Data(table.bytes).write(to: URL(filePath: path))
      // Columns that are named as check proposes say no less than those that are found.
      let named = try? Answer.columns(found: path)
      for columns in [EventColumns()] + [named].compactMap(\.self) {
        guard let answer = try? Answer(path, columns) else { continue }
        #expect(
          answer.isTold || answer.ratio.map { abs($0 - table.truth) < 1e-9 } == true,
          """
          seed \(seed): \(answer) where \(table.truth); \(table.history)
          \(table.text.prefix(1_500))
          """)
      }
    }
  }

  @Test func `clean tables are right without a word`() throws {
    for seed in (UInt64(10_000)..<10_200).sampled(10) {
      let table = DrawnDiary(seed: seed)
      let path = FileManager.default.temporaryDirectory.appending(path: "clean-\(UUID()).csv")
        .path()
      defer { try? FileManager.default.removeItem(atPath: path) }
      try Data(table.bytes).write(to: URL(filePath: path))
      let answer = try Answer(path)
      #expect(!answer.isTold, "seed \(seed): \(answer)\n\(table.text.prefix(800))")
      #expect(answer.ratio.map { abs($0 - table.truth) < 1e-9 } == true, "seed \(seed): \(answer)")
    }
  }

  /// The result of a report on a table; an error is no result.
  private struct Answer: CustomStringConvertible {
    var ratio: Double?
    /// Whether there is a problem, so that the status of the tool is 1.
    var isTold: Bool
    var description: String

    /// The columns that the proposed command names.
    static func columns(found path: String) throws -> EventColumns {
      let profile = try TableProfile(TableInput(path: path), TableForm())
      let plan = try ReadingPlan(profile, EventColumns(), isZoned: false)
      // With an open question the command names no columns.
      try plan.requireAnswers(path)
      return plan.events
    }

    init(_ path: String, _ columns: EventColumns = EventColumns()) throws {
      let source = try EventFiles(
        [path], columns, EventPlan("every day at 08:00 and 20:00"))
      let days = try DataDays.meant(
        from: nil, to: nil, asOf: nil, of: source, dayBoundary: .midnight, ReportOptions())
      var options = ReportOptions()
      (options.rejectionLimit, options.allowsLostPatients) = (0.05, false)
      let report = try CohortReport(of: source, AdherenceQuery(days.range), options)
      ratio = report.whole.rows.first?.pooled.ratio
      isTold = report.problems.count > 0
      description = "\(ratio ?? -1), \(source.assumptions), \(report.problems.texts.prefix(3))"
    }
  }
}

/// A diary of drawn doses as a table in a drawn shape.
private struct DrawnDiary {
  /// The doses taken of those planned.
  let truth: Double
  private(set) var history: [String] = []
  private var header: [String]
  private var rows: [[String]]
  private var delimiter: String
  private var newline: String
  private var preamble: [String] = []
  private var footer: [String] = []
  private var random: Seeded
  private var edit: (inout String) -> Void = { _ in }

  private enum Shape: CaseIterable {
    case events, statuses, planned, slots, missed, clocks, twoColumns
  }

  init(seed: UInt64) {
    random = Seeded(state: seed)
    let shape = Shape.allCases.randomElement(using: &random) ?? .events
    let isEuropean = Bool.random(using: &random)
    delimiter = isEuropean ? ";" : [",", "\t", "|"].randomElement(using: &random) ?? ","
    newline = Bool.random(using: &random) ? "\n" : "\r\n"
    let days = Int.random(in: 14...20, using: &random)
    let first = CivilDate("2025-03-03") ?? CivilDate(dayNumber: 0)
    var doses: [Dose] = []
    for patient in ["P-017", "P-203", "P-311"] {
      for day in 0..<days {
        for hour in [8, 20] {
          let isEdge = day == 0 || day == days - 1
          let isTaken = isEdge || Int.random(in: 0..<10, using: &random) < 8
          let minute = Int.random(in: -30...30, using: &random)
          doses.append(
            Dose(
              patient: patient, day: first.adding(days: day), hour: hour,
              minute: hour * 60 + minute, isTaken: isTaken))
        }
      }
    }
    truth = Double(doses.count(where: \.isTaken)) / Double(doses.count)
    let format = Format(
      order: isEuropean
        ? .dayFirst : [.yearFirst, .monthFirst].randomElement(using: &random) ?? .yearFirst)
    (header, rows) = DrawnDiary.table(doses, shape, format, &random)
    history.append("\(shape) \(format.order)")
  }

  private struct Dose {
    var patient: String
    var day: CivilDate
    var hour: Int
    var minute: Int
    var isTaken: Bool
  }

  private struct Format {
    enum Order { case yearFirst, dayFirst, monthFirst }

    var order: Order

    func date(_ day: CivilDate) -> String {
      let (y, m, d) = (day.year, day.month, day.day)
      func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
      switch order {
      case .yearFirst: return "\(y)-\(two(m))-\(two(d))"
      case .dayFirst: return "\(two(d)).\(two(m)).\(y)"
      case .monthFirst: return "\(m)/\(d)/\(y)"
      }
    }

    func clock(_ minute: Int) -> String {
      let (hour, rest) = (minute / 60, minute % 60)
      let minutes = rest < 10 ? "0\(rest)" : "\(rest)"
      guard order == .monthFirst else { return "\(hour < 10 ? "0" : "")\(hour):\(minutes)" }
      return "\((hour + 11) % 12 + 1):\(minutes) \(hour < 12 ? "AM" : "PM")"
    }
  }

  private static func table(
    _ doses: [Dose], _ shape: Shape, _ format: Format, _ random: inout Seeded
  ) -> (header: [String], rows: [[String]]) {
    func moment(_ day: CivilDate, _ minute: Int) -> String {
      "\(format.date(day)) \(format.clock(minute))"
    }
    let taken = doses.filter(\.isTaken)
    switch shape {
    case .events:
      return (["patient", "time"], taken.map { [$0.patient, moment($0.day, $0.minute)] })
    case .twoColumns:
      return (
        ["patient", "date", "time"],
        taken.map { [$0.patient, format.date($0.day), format.clock($0.minute)] }
      )
    case .statuses:
      let words = [
        ["taken", "missed"], ["Yes", "No"], ["1", "0"], ["TRUE", "FALSE"],
        ["genommen", "vergessen"], ["1 - Taken", "2 - Missed"], ["Yes - on time", "No."],
        ["✅", "❌"],
      ]
      let pair = words.randomElement(using: &random) ?? words[0]
      return (
        ["patient", "scheduled", "status"],
        doses.map { [$0.patient, moment($0.day, $0.hour * 60), $0.isTaken ? pair[0] : pair[1]] }
      )
    case .planned:
      return (
        ["patient", "scheduled", "taken at"],
        doses.map {
          [$0.patient, moment($0.day, $0.hour * 60), $0.isTaken ? moment($0.day, $0.minute) : ""]
        }
      )
    case .slots:
      return days(doses, ["morning", "evening"], format) { $0.isTaken ? "1" : "0" }
    case .missed:
      return days(doses, ["missed_am", "missed_pm"], format) { $0.isTaken ? "0" : "1" }
    case .clocks:
      return days(doses, ["am_time", "pm_time"], format) {
        $0.isTaken ? format.clock($0.minute) : ""
      }
    }
  }

  /// Returns a table with a row for each day and a column for each time of day.
  private static func days(
    _ doses: [Dose], _ names: [String], _ format: Format, _ cell: (Dose) -> String
  ) -> (header: [String], rows: [[String]]) {
    let rows = stride(from: 0, to: doses.count, by: 2).map { place in
      let pair = doses[place...place + 1]
      return [doses[place].patient, format.date(doses[place].day)] + pair.map(cell)
    }
    return (["patient", "date"] + names, rows)
  }

  var text: String {
    let lines =
      preamble + [header.joined(separator: delimiter)]
      + rows.map { $0.joined(separator: delimiter) } + footer
    var text = lines.map { $0 + newline }.joined()
    edit(&text)
    return text
  }

  var bytes: [UInt8] { Array(text.utf8) }

  /// Damages the table in one to three ways, as exports, spreadsheets and hands do.
  mutating func pollute() {
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      guard let way = DrawnDiary.ways.randomElement(using: &random) else { return }
      history.append(way.name)
      way.apply(&self)
    }
  }

  private struct Way: Sendable {
    var name: String
    var apply: @Sendable (inout DrawnDiary) -> Void
  }

  private mutating func row() -> Int { Int.random(in: rows.indices, using: &random) }

  /// Changes a field of a drawn row in a column, where a header names it.
  private mutating func change(_ names: [String], _ change: (inout String) -> Void) {
    guard let place = header.firstIndex(where: names.contains) else { return }
    let row = row()
    if place < rows[row].count { change(&rows[row][place]) }
  }

  private static let times = ["time", "scheduled", "date"]

  private static let ways: [Way] = [
    Way(name: "a title above") { $0.preamble.append("Adherence export of 2025-04-01") },
    Way(name: "comments above") { $0.preamble += ["# site 3", "# version 2"] },
    Way(name: "a second header row") { table in
      table.rows.insert(table.header.map { "(\($0))" }, at: 0)
    },
    Way(name: "the header repeated") { table in
      let row = table.row()
      table.rows.insert(table.header, at: row)
    },
    Way(name: "no header") { table in
      guard table.header.contains("patient") else { return }
      table.preamble.append(table.rows.first?.joined(separator: table.delimiter) ?? "")
      table.header = table.rows.dropFirst().first ?? []
      table.rows.removeFirst(min(2, table.rows.count))
    },
    Way(name: "a total below") { table in
      table.footer.append(
        "Total" + String(repeating: table.delimiter, count: table.header.count - 1) + "72")
    },
    Way(name: "a footer") { $0.footer.append("Exported by the study team") },
    Way(name: "a second table below") { table in
      table.footer += ["", "site\(table.delimiter)count", "A\(table.delimiter)3"]
    },
    Way(name: "rows twice") { table in
      for _ in 0..<3 { table.rows.append(table.rows[table.row()]) }
    },
    Way(name: "a stray quote") { table in
      table.change(["patient"]) { $0 = "\"" + $0 }
    },
    Way(name: "two stray quotes") { table in
      for _ in 0..<2 {
        table.change(["patient"]) { $0 = "\"" + $0 }
      }
    },
    Way(name: "a column too many") { table in
      let row = table.row()
      table.rows[row].append("x")
    },
    Way(name: "a field too few") { table in
      let row = table.row()
      table.rows[row].removeLast()
    },
    Way(name: "rows of delimiters below") { table in
      let row = String(repeating: table.delimiter, count: table.header.count - 1)
      table.footer += Array(repeating: row, count: 9)
    },
    Way(name: "row numbers without a name") { table in
      for row in table.rows.indices { table.rows[row].insert("\(row + 1)", at: 0) }
    },
    Way(name: "marks in an id") { table in
      table.change(["patient"]) { $0 = $0.replacing("-", with: "_") }
    },
    Way(name: "midnight for no time") { table in
      for row in table.rows.indices where table.rows[row].last == "" {
        let date = table.rows[row].first { $0.contains("2025") }?.prefix { $0 != " " } ?? ""
        table.rows[row][table.rows[row].count - 1] = "\(date) 00:00"
      }
    },
    Way(name: "trailing delimiters") { table in
      table.header.append("")
      for row in table.rows.indices { table.rows[row].append("") }
    },
    Way(name: "an unnamed first column of numbers") { table in
      table.header.insert("", at: 0)
      for row in table.rows.indices { table.rows[row].insert("\(row)", at: 0) }
    },
    Way(name: "a NUL") { table in
      table.change(["patient"]) { $0 += "\0" }
    },
    Way(name: "spaces around ids") { table in
      for _ in 0..<5 { table.change(["patient"]) { $0 = " \($0) " } }
    },
    Way(name: "small letters in an id") { table in
      table.change(["patient"]) { $0 = $0.lowercased() }
    },
    Way(name: "a year mistyped") { table in
      let row = table.row()
      table.rows[row] = table.rows[row].map { $0.replacing("2025", with: "2052") }
    },
    Way(name: "a placeholder") { table in
      table.rows.append(table.rows[table.row()])
      guard let place = table.header.firstIndex(where: times.contains) else { return }
      let last = table.rows.count - 1
      if place < table.rows[last].count { table.rows[last][place] = "1900-01-01 00:00" }
    },
    Way(name: "an id missing") { table in
      table.change(["patient"]) { $0 = "" }
    },
    Way(name: "a time missing") { table in
      table.change(times) { $0 = "" }
    },
    Way(name: "rows in another order") { table in table.rows.shuffle(using: &table.random) },
    Way(name: "blank lines") { table in
      table.edit = { $0 = $0.replacing("P-203", with: "\nP-203", maxReplacements: 2) }
    },
    Way(name: "a byte order mark") { table in table.edit = { $0 = "\u{FEFF}" + $0 } },
    Way(name: "another word of a status") { table in
      table.change(["status"]) { $0 = "perhaps" }
    },
    Way(name: "columns in another order") { table in
      // Rows with more fields than the header have none to be moved with.
      guard table.rows.allSatisfy({ $0.count <= table.header.count }) else { return }
      let order = table.header.indices.shuffled(using: &table.random)
      table.header = order.map { table.header[$0] }
      table.rows = table.rows.map { row in order.map { $0 < row.count ? row[$0] : "" } }
    },
  ]
}
