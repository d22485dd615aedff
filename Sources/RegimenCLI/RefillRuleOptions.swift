import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Reporting

/// The parameters of measures from fills.
struct RefillRuleOptions: ParsableArguments {
  @Option(help: .option("threshold", of: .refills))
  var threshold = Share(4, of: 5)
  @Option(help: .option("min-fills", of: .refills))
  var minFills = CoverageRules().fewestFillDates
  @Option(help: .option("min-days", of: .refills))
  var minDays = CoverageRules().fewestDays
  @Option(help: .option("stay-handling", of: .refills))
  var stayHandling = StayHandling.exclude
  @Flag(help: .option("no-admission-day", of: .refills))
  var noAdmissionDay = false
  @Flag(help: .option("no-discharge-day", of: .refills))
  var noDischargeDay = false
  @Flag(help: .option("carry-within-drug", of: .refills))
  var carryWithinDrug = false
  @Flag(help: .option("carry-by-dose", of: .refills))
  var carryByDose = false

  func validate() throws {
    for (name, number) in [("--min-fills", minFills), ("--min-days", minDays)] where number < 0 {
      throw ValidationError("\(name) \(number) must be 0 or more.")
    }
  }

  func set(_ request: inout RefillRequest) {
    request.threshold = threshold
    request.query.carryOver = CarryOver(
      onlyForSameDrug: carryWithinDrug, considersDose: carryByDose)
    request.query.coverage.fewestFillDates = minFills
    request.query.coverage.fewestDays = minDays
    request.query.coverage.excludesStays = stayHandling == .exclude
    request.query.coverage.includesAdmission = !noAdmissionDay
    request.query.coverage.includesDischarge = !noDischargeDay
  }
}

extension StayHandling: ExpressibleByArgument {}
