import AdherenceAnalytics
import AdherenceStatistics
import Diagnostics
import Scheduling

/// The query of a report, as in `report.json` under `parameters`.
struct ReportParameters: Codable, Hashable, Sendable {
  var from: CivilDate
  var to: CivilDate
  var by: CalendarPeriod
  var weekStart: String
  /// The moment, or a description of its default.
  var asOf: String
  /// The moment, or a description of its default.
  var asKnownAt: String
  var dayBoundary: String
  var scoring: String
  /// The additional unit conversions; `nil` without any.
  var conversions: [UnitConversion]?
  var denominator: Denominator
  var numerator: Numerator
  var excuseDeclined: Bool
  var threshold: Double
  var measures: Measures
  /// Whether periods without anything planned or recorded have rows; `nil` if not.
  var emptyPeriods: Bool?
  /// Whether tables have no rows of totals; `nil` if they have.
  var noTotals: Bool?
  /// The columns of tables with rows for each patient; `nil` for all.
  var columns: [String]?
  var rolling: [String]
  var breakdown: [Breakdown]
  /// The parameter values to compare; `nil` without any.
  var grid: ParameterGrid?
  var groupBy: String
  /// The main task; `nil` if none was chosen.
  var mainTask: String?
  /// The checksum of the flags of the previous report; `nil` without one.
  var previousFlags: String?
  /// The selection of patients.
  var patients: String
  var patientPages: PatientPages
  var pageData: PageData
  /// The smallest number of patients disclosed; `nil` for no limit.
  var smallestGroup: Int?
  /// The fingerprint of the pseudonym key; `nil` if patients keep their ids.
  var pseudonyms: String?
  /// The zones of the patients, set when all were read.
  var zones: [String]?

  /// Whether all patients are included.
  var isOfAll: Bool { patients == ReportParameters.all }

  private static let all = "all"

  init(_ task: ReportTask) {
    let (query, contents, options) = (task.query, task.contents, task.options)
    (from, to) = (query.range.lowerBound, query.range.upperBound)
    (by, weekStart) = (query.period, query.weekStart.description)
    asOf = query.asOf?.description ?? "the expiry of the last window of the range"
    asKnownAt = query.asKnownAt?.description ?? "all that is recorded"
    dayBoundary = query.dayBoundary.description
    (denominator, numerator) = (query.denominator, query.numerator)
    scoring = query.scoring.rawValue
    excuseDeclined = query.excusesDeclined
    let added = query.conversions.added
    conversions = added.isEmpty ? nil : added
    let share = contents.parameters.threshold
    threshold = Double(share.part) / Double(share.whole)
    measures = Measures(contents)
    emptyPeriods = contents.hasEmptyPeriods ? true : nil
    noTotals = contents.hasTotals ? nil : true
    columns = contents.columns
    rolling = contents.rolling.map(\.description)
    breakdown = contents.breakdowns
    grid = contents.grid
    groupBy = options.grouping.description
    mainTask = contents.mainTask
    previousFlags = options.previousFlags?.fingerprint
    patients = options.filter?.description ?? ReportParameters.all
    patientPages = task.patientPages
    pageData = contents.hasPage ? contents.pageData : .none
    pseudonyms = options.pseudonyms
    smallestGroup = options.smallestGroup
  }
}

extension ReportParameters {
  /// The conversions applied to amounts.
  var unitConversions: UnitConversions {
    var all = UnitConversions.standard
    for own in conversions ?? [] { all.add(own) }
    return all
  }

  /// The measures and their parameters by name.
  struct Measures: Hashable, Sendable {
    private var numbers: [String: Double]
    private var restart: RestartRule
    private var groups: [String]

    init(_ contents: ReportContents) {
      numbers = contents.parameters.numbers.filter { $0.key != "threshold" }
      restart = contents.parameters.restart
      groups = contents.shownMeasures.map(\.rawValue).sorted()
    }
  }
}

extension ReportParameters.Measures: Codable {
  private typealias Key = Properties.Key

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: Key.self)
    restart = try fields.decode(RestartRule.self, forKey: Key("restart"))
    groups = try fields.decode([String].self, forKey: Key("groups"))
    numbers = [:]
    for key in fields.allKeys
    where !["restart", "groups"].contains(key.stringValue) {
      numbers[key.stringValue] = try fields.decode(Double.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    for (name, number) in numbers { try fields.encode(number, forKey: Key(name)) }
    try fields.encode(restart, forKey: Key("restart"))
    try fields.encode(groups, forKey: Key("groups"))
  }
}
