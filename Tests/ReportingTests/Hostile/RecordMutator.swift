import Formats

/// Mutates valid records so that most remain readable and hostile values reach the evaluation.
struct RecordMutator {
  private(set) var values: HostileValues

  init(seed: UInt64) { values = HostileValues(seed: seed) }

  /// A record with one to six changes.
  mutating func mutated(_ record: JSONNode) -> JSONNode {
    var record = record
    for _ in 0..<values.number(1...6) { record = changed(record, named: "") }
    return record
  }

  /// Descends to a random node, and mutates it.
  private mutating func changed(_ node: JSONNode, named name: String) -> JSONNode {
    switch node {
    case .object(var members):
      guard !members.isEmpty, !values.happens(oneIn: 4) else { return .object(rebuilt(members)) }
      let place = values.number(0...members.count - 1)
      members[place].value = changed(members[place].value, named: members[place].key)
      return .object(members)
    case .list(var items):
      guard !items.isEmpty, !values.happens(oneIn: 5) else { return .list(rearranged(items)) }
      let place = values.number(0...items.count - 1)
      items[place] = changed(items[place], named: name)
      return .list(items)
    case .literal(let text): return replacement(of: text, named: name)
    }
  }
}

// Objects and lists.
extension RecordMutator {
  private typealias Members = [JSONNode.Member]

  private mutating func rebuilt(_ members: Members) -> Members {
    var members = members
    switch values.number(0...5) {
    case 0 where !members.isEmpty: members.remove(at: values.number(0...members.count - 1))
    case 1 where !members.isEmpty: members.append(values.pick(members))
    case 2 where members.count > 1:
      let (a, b) = (values.number(0...members.count - 1), values.number(0...members.count - 1))
      let value = members[a].value
      members[a].value = members[b].value
      members[b].value = value
    default: add(to: &members)
    }
    return members
  }

  /// Sets a member that the object may have, or lets an element repeat otherwise.
  private mutating func add(to members: inout Members) {
    let keys = Set(members.map(\.key))
    if keys.contains("start"), values.happens(oneIn: 2) { return repeatOtherwise(&members) }
    let names: [String] =
      if keys.contains("elements") {
        ["distinct", "exclusions", "overrides"]
      } else if keys.contains("schedule") {
        ["matching", "minWait", "scoring", "effectiveFrom", "deletedAt", "recordedAt"]
      } else if keys.contains("start") {
        [
          "allDay", "timeZone", "times", "count", "begin", "end", "duration", "window", "targets",
          "monthEnd", "gap", "overlap",
        ]
      } else if keys.contains("from") {
        ["to", "mode", "task", "group", "recordedAt", "deleted"]
      } else if keys.contains("zone") {
        ["start", "effectiveFrom", "deletedAt", "recordedAt"]
      } else {
        ["element", "nominal", "time", "status", "value", "deleted", "recordedAt"]
      }
    let name = values.pick(names)
    members.removeAll { $0.key == name }
    members.append(.init(name, value(named: name)))
  }

  private mutating func repeatOtherwise(_ members: inout Members) {
    members.removeAll { ["every", "rule", "cycle", "quota", "asNeeded"].contains($0.key) }
    let name = values.pick(["every", "rule", "rule", "rule", "cycle", "quota", "asNeeded"])
    members.append(.init(name, value(named: name)))
  }

  private mutating func rearranged(_ items: [JSONNode]) -> [JSONNode] {
    var items = items
    guard !items.isEmpty else { return items }
    switch values.number(0...3) {
    case 0: items.remove(at: values.number(0...items.count - 1))
    case 1: items.swapAt(0, values.number(0...items.count - 1))
    default:
      let item = values.pick(items)
      items += (0..<values.number(1...4)).map { _ in item }
    }
    return items
  }
}

// Values by the name of their field.
extension RecordMutator {
  private mutating func replacement(of text: String, named name: String) -> JSONNode {
    if values.happens(oneIn: 12) { return .literal(values.numeral()) }
    if values.happens(oneIn: 30) { return .text("") }
    if ["id", "task", "element", "units", "kind"].contains(name), values.happens(oneIn: 2) {
      return .text(values.pick(["med", "a", "b", "am", "pm", "dose", "mg", "é/;fold=1"]))
    }
    let value = value(named: name)
    if case .literal("null") = value { return .literal(text) }
    return value
  }

  private static let choices: [String: [String]] = [
    "matching": ["window", "nearest", "keyed"],
    "scoring": ["recorded", "summed", "reached", "fractionReached", "fractionRecorded"],
    "mode": ["truncate", "extend", "extend", "exclude", "annotate"],
    "status": ["completed", "skipped", "declined"], "monthEnd": ["clamp", "skip", "overflow"],
    "gap": ["shiftForward", "shiftBack", "skip"], "overlap": ["first", "last", "both"],
    "partial": ["prorate", "drop"],
  ]

  /// A value for a field; `null` for one that is not known.
  private mutating func value(named name: String) -> JSONNode {
    if let choices = RecordMutator.choices[name] { return .text(values.pick(choices)) }
    switch name {
    case "start", "begin", "end", "from", "to", "effectiveFrom", "deletedAt", "time":
      return .text(values.moment())
    case "recordedAt": return .text(values.instant())
    case "nominal": return .text(values.local() + values.pick(["", "", ";fold=1"]))
    case "date", "birthDate": return .text(values.date())
    case "at": return .text(values.local())
    case "zone", "timeZone": return .text(values.zone())
    case "every", "duration", "opensBefore", "closesAfter", "lateUntil", "per", "minGap", "minWait":
      return .text(values.period())
    case "rule": return .text(values.rule())
    case "count", "value", "low", "high", "on", "off", "maximum": return .literal(values.numeral())
    case "distinct", "allDay", "deleted", "rolling", "cancelled", "added":
      return .literal(values.pick(["true", "false"]))
    default: return composite(named: name)
    }
  }

  private mutating func composite(named name: String) -> JSONNode {
    func object(_ names: String...) -> JSONNode {
      let members: Members = names.map { .init($0, value(named: $0)) }
      return .object(members)
    }
    switch name {
    case "times": return .list((0..<values.number(1...4)).map { _ in .text(values.clock()) })
    case "cycle":
      return .object([
        .init("on", .literal(values.pick(["1", "21", "36525"]))),
        .init("off", .literal(values.pick(["0", "7", "1"]))),
      ])
    case "quota":
      let count = values.pick(["1", "3", "1000000"])
      let per = values.pick(["P1D", "P1W", "P1M", "P1Y", "P10D", "P3M", "P36525D"])
      var members: Members = [.init("count", .literal(count)), .init("per", .text(per))]
      if values.happens(oneIn: 2) { members.append(.init("rolling", value(named: "rolling"))) }
      return .object(members)
    case "asNeeded":
      return values.happens(oneIn: 3)
        ? .literal("true")
        : .object([
          .init("maximum", .literal(values.pick(["1", "4", "9223372036854775807"]))),
          .init("per", value(named: "per")), .init("minGap", value(named: "minGap")),
        ])
    case "window": return object("opensBefore", "closesAfter", "lateUntil")
    case "targets": return .list([object("value", "units")])
    case "exclusions":
      let one = values.happens(oneIn: 2) ? object("date") : object("from", "to")
      return .list([one, object("at")])
    case "overrides":
      let key = "\(values.pick(["am", "pm", "dose", "med"]))/\(values.local())"
      let names = [["cancelled"], ["added"], ["start"], ["added", "start"], ["window"]]
      let members: Members = values.pick(names).map { .init($0, value(named: $0)) }
      return .object([.init(key, .object(members))])
    default: return .literal("null")
    }
  }

  /// Draws parameters for the query of the mutated record.
  mutating func draw<Value>(_ body: (inout HostileValues) -> Value) -> Value { body(&values) }
}
