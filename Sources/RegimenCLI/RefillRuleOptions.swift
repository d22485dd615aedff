import AdherenceAnalytics
import AdherenceStatistics
import ArgumentParser
import Reporting
import Scheduling

/// What measures from fills take for granted.
struct RefillRuleOptions: ParsableArguments {
  @Option(help: "The share from which on a patient counts as adherent; 0.9 for antiretrovirals.")
  var threshold = Share(4, of: 5)
  @Option(help: "The fewest days with a fill that make a patient eligible for days covered.")
  var minFills = CoverageRules().fewestFillDates
  @Option(help: "The fewest days of treatment that do.")
  var minDays = CoverageRules().fewestDays
  @Option(
    help: """
      What the days of stays are to days covered: exclude takes them out and moves the stock behind \
      them (CMS), ignore does neither.
      """)
  var stays = StayHandling.exclude
  @Flag(help: "Take the day of admission as one outside the stay.")
  var noAdmissionDay = false
  @Flag(help: "Take the day of discharge as one outside the stay.")
  var noDischargeDay = false
  @Flag(
    help:
      "Of CMA 5 to 9, carry supply over to fills of the same drug alone; days covered always do."
  )
  var carryWithinDrug = false
  @Flag(help: "Let supply that is carried over last by the ratio of the doses.")
  var carryByDose = false

  /// What becomes of the days of stays.
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
