import ArgumentParser
import Reporting
import Scheduling

/// Which days of each patient are measured.
struct RefillWindowOptions: ParsableArguments {
  @Option(help: "The first day measured, the same for all; with --to.")
  var from: CivilDate?
  @Option(help: "The first day no longer measured.")
  var to: CivilDate?
  @Option(help: "How many days after a patient's first fill the observation starts. (default: 0)")
  var start: Int?
  @Option(help: "How many days are observed. (default: 730)")
  var days: Int?
  @Option(
    help: """
      For how many days after a patient's first fill fills are looked at. (default: 730, or as far as \
      the observation reaches; with --from, from the first fill of all to --to)
      """)
  var followUpDays: Int?

  private static let limit = 1...100_000

  func validate() throws {
    guard (from == nil) == (to == nil) else {
      throw ValidationError("--from and --to stand together.")
    }
    if let from, let to {
      if from >= to { throw ValidationError("--to \(to) must come after --from \(from).") }
      if start != nil || days != nil || followUpDays != nil {
        throw ValidationError("--from and --to are dates: leave out --start, --days and the like.")
      }
    }
    if let start, start != 0, !(RefillWindowOptions.limit ~= start) {
      throw ValidationError("--start \(start) must be 0 to 100000.")
    }
    for (name, days) in [("--days", days), ("--follow-up-days", followUpDays)] {
      if let days, !(RefillWindowOptions.limit ~= days) {
        throw ValidationError("\(name) \(days) must be 1 to 100000.")
      }
    }
  }

  /// Sets the windows.
  func set(_ request: inout RefillRequest, firstDay: CivilDate?) {
    var chosen = RefillDays()
    (chosen.from, chosen.to) = (from, to)
    (chosen.start, chosen.days, chosen.followUpDays) = (start, days, followUpDays)
    chosen.set(&request, firstDay: firstDay)
  }
}
