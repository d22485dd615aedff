import AdherenceAnalytics
import Diagnostics
import Formats
import Foundation
import Interchange
import ScheduleFormats
import Scheduling

/// The `X-REGIMEN` property: a JSON object with the keys of `tasks.ndjson`, for the parts that
/// iCalendar cannot express.
///
/// Standard properties take precedence: `times` and `every` apply only if they agree with RRULE.
struct PlanExtras: Hashable {
  /// The id of the task, if it differs from UID.
  var task: String?
  /// The id of the element, if it is not `1`.
  var element: String?
  var effectiveFrom: LocalOrInstant?
  /// Whether coincident occurrences of several elements are merged.
  var isDistinct: Bool?
  var matching: Matching?
  var scoring: Scoring?
  var minWait: ISODuration?
  var drug: DrugParameters?
  var impactsAdherence: Bool?
  var group: String?
  var carePlan: String?
  var remoteID: String?
  var userInfo: [String: String]?
  var text: String?
  var duration: ISODuration?
  var window: ScheduleElement.Window?
  var targets: [ScheduleElement.Target]?
  var gap: GapPolicy?
  var overlap: OverlapPolicy?
  var times: [CivilTime]?
  var every: ISODuration?
  /// The clock of an element whose RRULE is in UTC or floating; empty is the patient's.
  var timeZone: String?
  var asNeeded: UseCaps?
  var start: LocalOrInstant?
  var end: LocalOrInstant?

  /// Whether no property is set.
  var isEmpty: Bool { self == PlanExtras() }
}

extension PlanExtras: Decodable {
  private static let known = [
    "task", "element", "effectiveFrom", "distinct", "matching", "scoring", "minWait",
    "impactsAdherence", "drug", "group", "carePlan", "remoteID", "userInfo", "text", "duration",
    "window",
    "targets", "gap", "overlap", "times", "every", "timeZone", "asNeeded", "start", "end",
  ]

  init(from decoder: any Decoder) throws {
    let properties = try Properties(of: decoder, known: PlanExtras.known)
    try readTask(properties)
    text = try properties.text("text")
    duration = try properties.value("duration", .period)
    window = try properties.decode("window", .object)
    targets = try properties.decode("targets", .list)
    gap = try properties.choice("gap")
    overlap = try properties.choice("overlap")
    every = try properties.value("every", .period)
    timeZone = try properties.text("timeZone")
    asNeeded = try properties.decode("asNeeded", .object)
    start = try properties.value("start", .moment)
    end = try properties.value("end", .moment)
    let texts: [String]? = try properties.decode("times", .list)
    times = try texts?.map { text throws(InputError) in
      guard let time = CivilTime(text) else {
        throw InputError(.malformed(text: text, .time), field: "times")
      }
      return time
    }
  }

  private mutating func readTask(_ properties: Properties) throws {
    task = try properties.text("task")
    element = try properties.text("element")
    effectiveFrom = try properties.value("effectiveFrom", .moment)
    isDistinct = try properties.boolean("distinct")
    matching = try properties.choice("matching")
    scoring = try properties.choice("scoring")
    minWait = try properties.value("minWait", .period)
    impactsAdherence = try properties.boolean("impactsAdherence")
    drug = try DrugParameters(properties, "drug")
    group = try properties.text("group")
    carePlan = try properties.text("carePlan")
    remoteID = try properties.text("remoteID")
    userInfo = try properties.decode("userInfo", .object)
  }
}

extension PlanExtras: Encodable {
  func encode(to encoder: any Encoder) throws {
    var properties = encoder.container(keyedBy: Properties.Key.self)
    func write(_ name: String, _ value: (some Encodable)?) throws {
      try properties.encodeIfPresent(value, forKey: Properties.Key(name))
    }
    try write("task", task)
    try write("element", element)
    try write("effectiveFrom", effectiveFrom?.description)
    try write("distinct", isDistinct)
    try write("matching", matching?.rawValue)
    try write("scoring", scoring?.rawValue)
    try write("minWait", minWait?.description)
    try write("impactsAdherence", impactsAdherence)
    try write("drug", drug?.numbers)
    try write("group", group)
    try write("carePlan", carePlan)
    try write("remoteID", remoteID)
    try write("userInfo", userInfo)
    try write("text", text)
    try write("duration", duration?.description)
    try write("window", window)
    try write("targets", targets)
    try write("gap", gap?.rawValue)
    try write("overlap", overlap?.rawValue)
    try write("times", times?.map(\.description))
    try write("every", every?.description)
    try write("timeZone", timeZone)
    try write("asNeeded", asNeeded)
    try write("start", start?.description)
    try write("end", end?.description)
  }
}

extension PlanExtras {
  static let property = "X-REGIMEN"

  /// Parses the property of a component; `nil` if it has none.
  init?(of component: Component) throws(InputError) {
    guard let line = component[PlanExtras.property] else { return nil }
    do throws(InputError) {
      self = try JSONLine.decode(PlanExtras.self, from: line.unescapedValue)
    } catch {
      let rule = InputError.Rule.unreadableExtras
      throw line.error(.against(rule, text: "\(error)"), error.field)
    }
  }

  /// The property; `nil` if it is empty.
  var line: ContentLine? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard !isEmpty, let data = try? encoder.encode(self) else { return nil }
    return ContentLine(
      name: PlanExtras.property,
      value: ContentLine.escaped(String(decoding: data, as: UTF8.self)))
  }
}
