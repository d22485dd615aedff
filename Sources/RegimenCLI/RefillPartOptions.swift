import ArgumentParser
import Reporting
import Scheduling

/// What a value is of: a patient's observation, windows, episodes or classes.
struct RefillPartOptions: ParsableArguments {
  @Option(
    help: "Only the fills of this class; several by repeating. (default: all)")
  var onlyClass: [String] = []
  @Flag(help: "A row for each class of a patient.")
  var byClass = false
  @Option(
    help: """
      How several classes become one value: mean, min or max of the values of each; or, of days \
      covered, those with supply of all classes or of any.
      """)
  var polypharmacy: RefillParts.Polypharmacy?
  @Flag(help: "Sum up the classes day by day, and not the measures of each.")
  var daily = false
  @Option(
    help:
      "Windows of so many days that move through the observation. (default: none; of a chart 90)")
  var window: Int?
  @Option(help: "How many days they move. (default: 30)")
  var step: Int?
  @Flag(help: "A row for each treatment episode.")
  var episodes = false
  @Option(help: "The longest gap in days that an episode survives. (default: 90)")
  var gapDays: Double?
  @Flag(help: "Begin an episode with each fill of another class.")
  var classChange = false
  @Flag(help: "Begin an episode with each fill of another dose.")
  var doseChange = false
  @Flag(help: "Let an episode that a gap ends last on for the permissible gap.")
  var appendGap = false

  func validate() throws {
    if window != nil, episodes { throw ValidationError("--window or --episodes, one of the two.") }
    if step != nil, window == nil { throw ValidationError("--step moves windows: add --window.") }
    for (name, days) in [("--window", window), ("--step", step)] {
      if let days, !(1...100_000 ~= days) {
        throw ValidationError("\(name) \(days) must be 1 to 100000.")
      }
    }
    if let gapDays, !(gapDays >= 0 && gapDays <= 100_000) {
      throw ValidationError("--gap-days \(gapDays) must be 0 to 100000.")
    }
    if daily, polypharmacy == nil || countsDays {
      throw ValidationError("--daily sums up classes: add --polypharmacy mean, min or max.")
    }
    if polypharmacy != nil, byClass || window != nil || episodes {
      throw ValidationError(
        "--polypharmacy is of the whole observation: leave out --by-class, --window and --episodes."
      )
    }
  }

  /// Refuses rules of episodes where there are none.
  func validateEpisodes() throws {
    if !episodes, gapDays != nil || classChange || doseChange || appendGap {
      throw ValidationError(
        "--gap-days and the like are of episodes: add --episodes, or --out for a page with them.")
    }
  }

  /// Whether classes are put together day by day.
  var countsDays: Bool { polypharmacy == .all || polypharmacy == .any }

  func set(_ request: inout RefillRequest) {
    var parts = RefillParts()
    (parts.onlyClasses, parts.byClass) = (onlyClass, byClass)
    (parts.polypharmacy, parts.daily) = (polypharmacy, daily)
    (parts.window, parts.step) = (window, step)
    (parts.episodes, parts.gapDays) = (episodes, gapDays)
    (parts.classChange, parts.doseChange) = (classChange, doseChange)
    parts.appendGap = appendGap
    parts.set(&request)
  }
}

extension RefillParts.Polypharmacy: ExpressibleByArgument {}
