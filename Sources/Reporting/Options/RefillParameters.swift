import AdherenceAnalytics
import AdherenceStatistics
package import Diagnostics
package import Interchange
package import Scheduling

/// The options of a report on fills.
package struct RefillParameters: OptionTarget {
  var measures: [RefillMeasure] = []
  var days = RefillDays()
  var parts = RefillParts()
  var rules = RefillRequest()
  /// The maximum share of rejected rows, and whether all rows of a patient may be rejected.
  package fileprivate(set) var rejectionLimit = Share.maxRejected.value
  package fileprivate(set) var allowsLostPatients = false

  /// Creates the defaults.
  package init() {}

  package static var options: [OptionBinding<Self>] { OptionBinding.all }

  /// Throws if the options contradict each other.
  ///
  /// - Throws: `InputError` that names the invalid option.
  package func check() throws(InputError) {
    try days.check()
    try parts.check()
    if parts.combine == .all, measures != [.pdc] {
      throw InputError(
        .notOneOf(text: "all", allowed: ["any", "mean", "min", "max"]), parameter: "combine")
    }
  }

  /// Returns the request for a dataset.
  package func request(of dataset: RefillDataset) -> RefillRequest {
    var request = rules
    if !measures.isEmpty { request.measures = measures }
    days.set(&request, of: dataset)
    parts.set(&request, of: dataset)
    return request
  }
}

/// The effect of hospital stays on days covered.
package enum StayHandling: String, CaseIterable, Sendable {
  case exclude, ignore
}

extension OptionBinding<RefillParameters> {
  /// The options of reports on fills.
  package static let all = measures + days + rules + parts

  private static let measures: [OptionBinding] = [
    OptionBinding("measure", .refillMeasures, \.measures)
      .means(
        "The measures: pdc, mpr, mpr-capped, mprm, cr, csa, cmg, cmos, 1-cmg, cma1 to cma9, or all.",
        otherwise: "pdc, cma7"),
    OptionBinding("max-rejected", .share) {
      ($0.rejectionLimit, $0.allowsLostPatients) = ($1.value, true)
    }
    .means(Share.meaningOfMaxRejected, otherwise: Share.onRejected),
  ]

  private static let days: [OptionBinding] = [
    OptionBinding("start", .date, \.days.from)
      .means("The start date, the same for all.", otherwise: "each patient's first fill"),
    OptionBinding("end", .date, \.days.to)
      .means(
        "The end date (exclusive), the same for all.",
        otherwise: "the day after the last fill in the data, which is the last day observed"),
    OptionBinding("window-start", .whole, \.days.windowStart)
      .means(
        "The offset of the observation window, in days after a patient's first fill.",
        otherwise: "0"),
    OptionBinding("observe", .text("be days, as in 365d", as: .dayCount), \.days.observe)
      .means(
        "The length of the observation window, as 365d, even beyond the data.",
        otherwise: "to the last fill in the data"),
    OptionBinding("follow-up-days", .whole, \.days.followUpDays)
      .means(
        "The number of days after a patient's first fill in which fills are considered.",
        otherwise: "the end of the observation, at least 730 with --observe; with --from, from the "
          + "first fill of all"),
  ]

  private static let rules: [OptionBinding] = [
    OptionBinding("threshold", .share, \.rules.threshold, initial: "4/5")
      .means("The ratio from which a patient counts as adherent; 0.9 for antiretrovirals."),
    OptionBinding(
      "min-fills", .whole(0..., "be 0 or more"), \.rules.query.coverage.fewestFillDates,
      initial: "2"
    )
    .means("The minimum number of days with a fill for eligibility in days covered."),
    OptionBinding(
      "min-days", .whole(0..., "be 0 or more"), \.rules.query.coverage.fewestDays, initial: "91"
    )
    .means("The minimum number of days of treatment for eligibility."),
    OptionBinding("stay-handling", OptionParser<StayHandling>.choice, initial: "exclude") {
      $0.rules.query.coverage.excludesStays = $1 == .exclude
    }
    .means(
      "The effect of hospital stays on days covered: exclude removes their days and shifts the "
        + "supply past them (CMS), ignore does neither."),
    OptionBinding("no-admission-day", .flag) {
      $0.rules.query.coverage.includesAdmission = !$1
    }
    .means("Count the day of admission as outside the stay."),
    OptionBinding("no-discharge-day", .flag) {
      $0.rules.query.coverage.includesDischarge = !$1
    }
    .means("Count the day of discharge as outside the stay."),
    OptionBinding("carry-within-drug", .flag, \.rules.query.carryOver.onlyForSameDrug)
      .means(
        "In CMA 5 to 9, carry supply over only to fills of the same drug; days covered always do."),
    OptionBinding("carry-by-dose", .flag, \.rules.query.carryOver.considersDose)
      .means("Adjust the duration of carried-over supply by the ratio of the doses."),
  ]

  private static let parts: [OptionBinding] = [
    OptionBinding("only-class", OptionParser<String>.text.list, \.parts.onlyClasses)
      .means("Only the fills of this class.", otherwise: "all"),
    OptionBinding("only-drug", OptionParser<String>.text.list, \.parts.onlyDrugs)
      .means("Only the fills of this drug.", otherwise: "all"),
    OptionBinding("level", .choice, \.parts.level)
      .means(
        "The rows of a patient: one for each class, or one for each drug.",
        otherwise: "class if fills have one, otherwise drug"),
    OptionBinding("combine", .choice, \.parts.combine)
      .means(
        "One value for all drugs or classes of a patient: any measures all fills together, with days "
          + "covered being those with any drug; all counts the days covered by all drugs or classes; "
          + "mean, min or max of the values of each (AdhereR's CMA_polypharmacy).",
        otherwise: "none, a value per drug or class"),
    OptionBinding("daily", .flag, \.parts.daily)
      .means("With --combine mean, min and max: the mean over the values of each day."),
    OptionBinding("window", .whole, \.parts.window)
      .means("The length of sliding windows in days.", otherwise: "none; 90 in charts"),
    OptionBinding("step", .whole, \.parts.step)
      .means("The step of sliding windows in days.", otherwise: "30"),
    OptionBinding("episodes", .flag, \.parts.episodes)
      .means("A row for each treatment episode."),
    OptionBinding("gap-days", .number, \.parts.gapDays)
      .means("The permissible gap within an episode in days.", otherwise: "90"),
    OptionBinding("drug-change", .flag, \.parts.drugChange)
      .means("Start a new episode at each change of drug."),
    OptionBinding("dose-change", .flag, \.parts.doseChange)
      .means("Start a new episode at each change of dose."),
    OptionBinding("append-gap", .flag, \.parts.appendGap)
      .means("Extend an episode that ends with a gap by the permissible gap."),
  ]
}

extension OptionParser<[RefillMeasure]> {
  private static let names = RefillMeasure.allCases.map(\.rawValue) + ["all"]

  /// Measures without duplicates; `all` is only accepted alone.
  fileprivate static let refillMeasures = OptionParser(.list(.choice(names))) {
    node throws(InputError) in
    let given = try OptionParser<String>.text.list.parse(node)
    if given == ["all"] { return RefillMeasure.allCases }
    var measures: [RefillMeasure] = []
    for name in given {
      guard let measure = RefillMeasure(rawValue: name) else {
        throw InputError(.notOneOf(text: name, allowed: names))
      }
      if !measures.contains(measure) { measures.append(measure) }
    }
    return measures
  }
}
