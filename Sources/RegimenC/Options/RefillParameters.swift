import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Interchange
import Reporting
import Scheduling

/// The options of a report on fills.
struct RefillParameters: Sendable {
  private var measures: [RefillMeasure] = []
  private var days = RefillDays()
  private var parts = RefillParts()
  private var rules = RefillRequest()
  private var excludesStays: StayHandling = .exclude
  /// The largest accepted share of rejected rows, and whether all rows of a patient may be
  /// rejected.
  private(set) var rejectionLimit = 0.05
  private(set) var allowsLostPatients = false

  /// The handling of days of hospital stays.
  private enum StayHandling: String, CaseIterable {
    case exclude, ignore
  }

  /// Parses the options of a report on fills.
  ///
  /// Safe: the text is read here and not kept.
  ///
  /// - Throws: `InputError` that names the invalid option.
  init(_ text: UnsafePointer<CChar>?) throws(InputError) {
    try Option.read(text, RefillParameters.options, into: &self)
    try days.check()
    try parts.check()
    if parts.combine == .all, measures != [.pdc] {
      throw InputError(
        .notOneOf(text: "all", allowed: ["any", "mean", "min", "max"]), parameter: "combine")
    }
  }

  /// Returns the request for a dataset.
  func request(of dataset: RefillDataset) -> RefillRequest {
    var request = rules
    if !measures.isEmpty { request.measures = measures }
    days.set(&request, of: dataset)
    parts.set(&request, of: dataset)
    request.query.coverage.excludesStays = excludesStays == .exclude
    return request
  }

  private static let options = ofMeasures + ofDays + ofRules + ofParts

  private static let ofMeasures: [Option<RefillParameters>] = [
    Option("measure", OptionReading<String>.text.list) { parameters, names throws(InputError) in
      parameters.measures = try RefillParameters.measures(names)
    },
    Option("allowRejected", .number(0...100, "be 0 to 100")) { parameters, share in
      (parameters.rejectionLimit, parameters.allowsLostPatients) = (share / 100, true)
    },
  ]

  private static let ofDays: [Option<RefillParameters>] = [
    Option("from", .text(.date), \.days.from),
    Option("to", .text(.date), \.days.to),
    Option("windowStart", .whole, \.days.windowStart),
    Option("observe", .text("be days, as in 365d"), \.days.observe),
    Option("followUpDays", .whole, \.days.followUpDays),
  ]

  private static let ofRules: [Option<RefillParameters>] = [
    Option("threshold", .text("be a share from 0 to 1"), \.rules.threshold),
    Option("minFills", .whole(0..., "be 0 or more"), \.rules.query.coverage.fewestFillDates),
    Option("minDays", .whole(0..., "be 0 or more"), \.rules.query.coverage.fewestDays),
    Option("stays", .choice, \.excludesStays),
    Option("noAdmissionDay", .flag) { $0.rules.query.coverage.includesAdmission = !$1 },
    Option("noDischargeDay", .flag) { $0.rules.query.coverage.includesDischarge = !$1 },
    Option("carryWithinDrug", .flag, \.rules.query.carryOver.onlyForSameDrug),
    Option("carryByDose", .flag, \.rules.query.carryOver.considersDose),
  ]

  private static let ofParts: [Option<RefillParameters>] = [
    Option("onlyClass", OptionReading<String>.text.list, \.parts.onlyClasses),
    Option("onlyDrug", OptionReading<String>.text.list, \.parts.onlyDrugs),
    Option("level", .choice, \.parts.level),
    Option("combine", .choice, \.parts.combine),
    Option("daily", .flag, \.parts.daily),
    Option("window", .whole, \.parts.window),
    Option("step", .whole, \.parts.step),
    Option("episodes", .flag, \.parts.episodes),
    Option("gapDays", .number, \.parts.gapDays),
    Option("drugChange", .flag, \.parts.drugChange),
    Option("doseChange", .flag, \.parts.doseChange),
    Option("appendGap", .flag, \.parts.appendGap),
  ]

  /// Returns the measures with the given names without duplicates; `all` is only accepted alone.
  private static func measures(_ names: [String]) throws(InputError) -> [RefillMeasure] {
    if names == ["all"] { return RefillMeasure.allCases }
    var measures: [RefillMeasure] = []
    for name in names {
      guard let measure = RefillMeasure(rawValue: name) else {
        let known = RefillMeasure.allCases.map(\.rawValue) + ["all"]
        throw InputError(.notOneOf(text: name, allowed: known))
      }
      if !measures.contains(measure) { measures.append(measure) }
    }
    return measures
  }
}
