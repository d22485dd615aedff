import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// The unit of analysis: a drug, a class or a patient, over the observation, windows or episodes.
struct RefillPartOptions: ParsableArguments {
  @Option(
    help: "Only the fills of this class; several by repeating. (default: all)")
  var onlyClass: [String] = []
  @Option(
    help: "Only the fills of this drug; several by repeating. (default: all)")
  var onlyDrug: [String] = []
  @Option(
    help: """
      The rows of a patient: one for each class, or one for each drug. (default: class if fills have one, otherwise \
      drug)
      """)
  var level: RefillParts.Level?
  @Option(
    help: """
      One value for all drugs or classes of a patient: any measures all fills together, with days covered being \
      those with any drug; all counts the days covered by all drugs or classes; mean, min or max of the values of \
      each (AdhereR's CMA_polypharmacy). (default: none, a value per drug or class)
      """)
  var combine: RefillParts.Combination?
  @Flag(help: "With --combine mean, min and max: the mean over the values of each day.")
  var daily = false
  @Option(
    help:
      "The length of sliding windows in days. (default: none; 90 in charts)")
  var window: Int?
  @Option(help: "The step of sliding windows in days. (default: 30)")
  var step: Int?
  @Flag(help: "A row for each treatment episode.")
  var episodes = false
  @Option(help: "The permissible gap within an episode in days. (default: 90)")
  var gapDays: Double?
  @Flag(help: "Start a new episode at each change of drug.")
  var drugChange = false
  @Flag(help: "Start a new episode at each change of dose.")
  var doseChange = false
  @Flag(help: "Extend an episode that ends with a gap by the permissible gap.")
  var appendGap = false

  func validate() throws {
    if window != nil, episodes { throw ValidationError("Use either --window or --episodes.") }
    if step != nil, window == nil { throw ValidationError("--step requires --window.") }
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
        "--daily requires --combine mean, min or max.")
    }
    if let combine, combine != .any, window != nil || episodes {
      throw ValidationError(
        "--combine \(combine.rawValue) covers the whole observation: remove --window and --episodes, or use"
          + " --combine any.")
    }
  }

  /// Rejects rules for episodes without episodes.
  func validateEpisodes() throws {
    if !episodes, gapDays != nil || drugChange || doseChange || appendGap {
      throw ValidationError(
        "--gap-days and related options require episodes: add --episodes, or --out for a page with them."
      )
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
