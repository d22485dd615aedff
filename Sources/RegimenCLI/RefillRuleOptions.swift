import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Reporting

/// The parameters of measures from fills.
struct RefillRuleOptions: ParsableArguments {
  @Option(help: "The ratio from which a patient counts as adherent; 0.9 for antiretrovirals.")
  var threshold = Share(4, of: 5)
  @Option(help: "The minimum number of days with a fill for eligibility in days covered.")
  var minFills = CoverageRules().fewestFillDates
  @Option(help: "The minimum number of days of treatment for eligibility.")
  var minDays = CoverageRules().fewestDays
  @Option(
    help: """
      The effect of hospital stays on days covered: exclude removes their days and shifts the supply past \
      them (CMS), ignore does neither.
      """)
  var stays = StayHandling.exclude
  @Flag(help: "Count the day of admission as outside the stay.")
  var noAdmissionDay = false
  @Flag(help: "Count the day of discharge as outside the stay.")
  var noDischargeDay = false
  @Flag(
    help:
      "In CMA 5 to 9, carry supply over only to fills of the same drug; days covered always do."
  )
  var carryWithinDrug = false
  @Flag(help: "Adjust the duration of carried-over supply by the ratio of the doses.")
  var carryByDose = false

  /// The effect of hospital stays.
  enum StayHandling: String, CaseIterable, ExpressibleByArgument {
    case exclude, ignore
  }

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
    request.query.coverage.excludesStays = stays == .exclude
    request.query.coverage.includesAdmission = !noAdmissionDay
    request.query.coverage.includesDischarge = !noDischargeDay
  }
}
