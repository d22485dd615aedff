import ArgumentParser
import Interchange
import Reporting
import Scheduling

/// The unit of analysis: a drug, a class or a patient, over the observation, windows or episodes.
struct RefillPartOptions: ParsableArguments {
  @Option(help: .option("only-class", of: .refills))
  var onlyClass: [String] = []
  @Option(help: .option("only-drug", of: .refills))
  var onlyDrug: [String] = []
  @Option(help: .option("level", of: .refills))
  var level: RefillParts.Level?
  @Option(help: .option("combine", of: .refills))
  var combine: RefillParts.Combination?
  @Flag(help: .option("daily", of: .refills))
  var daily = false
  @Option(help: .option("window", of: .refills))
  var window: Int?
  @Option(help: .option("step", of: .refills))
  var step: Int?
  @Flag(help: .option("episodes", of: .refills))
  var episodes = false
  @Option(help: .option("gap-days", of: .refills))
  var gapDays: Double?
  @Flag(help: .option("drug-change", of: .refills))
  var drugChange = false
  @Flag(help: .option("dose-change", of: .refills))
  var doseChange = false
  @Flag(help: .option("append-gap", of: .refills))
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
