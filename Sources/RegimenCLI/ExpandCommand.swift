import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// `regimen expand`: a schedule's occurrences, or a batch of such questions.
struct ExpandCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "expand",
    abstract: "Lists or counts the occurrences of a schedule.",
    discussion: """
      Example: regimen expand Datasets/schedules/tablet.json --from 2025-03-08 --to 2025-03-11 \\
        --zone America/New_York

      In words: regimen expand "the last Friday of every month at 08:00" --from 2025-01-01 --to 2026-01-01
      """)

  @Argument(help: "A plan: words, a recurrence rule, or a JSON file.")
  var schedule: String?
  @Option(help: "Questions, one JSON object a line, from a file or - for standard input.")
  var batch: String?
  @Option(help: "The first moment, local or with Z.")
  var from: Moment?
  @Option(help: "The first moment no longer looked at.")
  var to: Moment?
  @Option(help: "The zone of floating times.")
  var zone = Zone.utc
  @Flag(help: "Include occurrences that are under way as the range begins.")
  var overlap = false
  @Option(help: "The most occurrences to list.")
  var limit: Int?
  @Flag(help: "Print how many start in the range.")
  var count = false
  @Option(help: "The form of the list.")
  var format = TableFormat.csv

  func validate() throws {
    if (schedule == nil) == (batch == nil) {
      throw ValidationError("Name a schedule or --batch, one of the two.")
    }
    if schedule != nil, from == nil || to == nil {
      throw ValidationError("A schedule needs --from and --to.")
    }
    if count, overlap { throw ValidationError("--count counts starts: leave out --overlap.") }
  }

  func run() throws {
    if let batch { try answer(try TextLines(path: batch)) }
    if let schedule, let from, let to {
      let plan = try PlanText(schedule)
      let start = from.civil(in: zone).date
      var request = ExpansionRequest(try plan.schedule(from: start), from: from, to: to)
      request.zone = zone
      request.overlap = overlap
      request.limit = limit
      if count {
        try Console.print("\(try request.count())\n")
      } else {
        try list(try request.answer())
      }
    }
  }

  private func list(_ answer: ExpansionRequest.Answer) throws {
    try OccurrenceTable.write(answer, format) { bytes throws(InputError) in
      try Console.print(bytes)
    }
    if let problem = answer.problem { Console.list([problem]) }
    try finish(answer.problem == nil ? 0 : 1)
  }

  private func answer(_ lines: TextLines) throws {
    var failures = 0
    while let next = lines.next() {
      let answer = OccurrenceTable.answer(line: next.text, number: next.line, source: lines.source)
      try Console.print(answer.text + "\n")
      failures += answer.failed ? 1 : 0
    }
    try finish(failures)
  }
}
