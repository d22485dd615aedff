import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// What a value is of: a drug, a class or a patient, over the observation, windows or episodes.
struct RefillPartOptions: ParsableArguments {
  @Option(
    help: "Only the fills of this class; several by repeating. (default: all)")
  var onlyClass: [String] = []
  @Option(
    help: "Only the fills of this drug; several by repeating. (default: all)")
  var onlyDrug: [String] = []
  @Option(
    help: """
      The rows of a patient: one for each class, or one for each drug. (default: class where fills have one, else \
      drug)
      """)
  var level: RefillParts.Level?
  @Option(
    help: """
      One value for all drugs or classes of a patient: any measures all fills together, of which days covered are \
      those with any drug; all counts the days covered by all drugs or classes; mean, min or max of the values of \
      each (AdhereR's CMA_polypharmacy). (default: none, each drug or class for itself)
      """)
  var combine: RefillParts.Combination?
  @Flag(help: "Of --combine mean, min and max, the mean over days of what each day comes to.")
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
  @Flag(help: "Begin an episode with each fill of another drug.")
  var drugChange = false
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
    if daily, combine == nil || combine == .any || combine == .all {
      throw ValidationError(
        "--daily is of the values of several drugs: add --combine mean, min or max.")
    }
    if let combine, combine != .any, window != nil || episodes {
      throw ValidationError(
        "--combine \(combine.rawValue) is of the whole observation: leave out --window and --episodes, or use"
          + " --combine any.")
    }
  }

  /// Refuses rules of episodes where there are none.
  func validateEpisodes() throws {
    if !episodes, gapDays != nil || drugChange || doseChange || appendGap {
      throw ValidationError(
        "--gap-days and the like are of episodes: add --episodes, or --out for a page with them.")
    }
  }

  func set(_ request: inout RefillRequest, of dataset: RefillDataset) {
    var parts = RefillParts()
    (parts.onlyClasses, parts.onlyDrugs) = (onlyClass, onlyDrug)
    (parts.level, parts.combine, parts.daily) = (level, combine, daily)
    (parts.window, parts.step) = (window, step)
    (parts.episodes, parts.gapDays) = (episodes, gapDays)
    (parts.drugChange, parts.doseChange) = (drugChange, doseChange)
    parts.appendGap = appendGap
    parts.set(&request, of: dataset)
  }
}

extension RefillParts.Level: ExpressibleByArgument {}
extension RefillParts.Combination: ExpressibleByArgument {}
