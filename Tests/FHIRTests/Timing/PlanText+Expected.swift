import Formats
import Interchange
import Scheduling

extension PlanText {
  /// The expected lines of a case.
  static func lines(expected node: JSONNode?) -> [String] {
    (node?["elements"]?.elements ?? []).flatMap { element in
      let key = "\(element["dosage"]?.source ?? "") \(element["kind"]?.text ?? "")"
      return facts(expected: element).map { "\(key) \($0)" }
    }.sorted()
  }

  private static func facts(expected element: JSONNode) -> [String] {
    if element["kind"]?.text == "pause" { return ["pause"] }
    var lines = ["hours \(element["times"]?.text ?? "")"]
    if let allowed = element["allowed"] { lines.append("allowed \(allowed.source)") }
    if let duration = element["duration"]?.text.flatMap(ISODuration.init) {
      lines.append("duration \(duration)")
    }
    if let dose = element["dose"] { lines.append("dose \(text(dose: dose))") }
    if let total = element["total"] { lines.append("total \(total.source)") }
    if let window = element["window"] { lines.append("window \(text(window: window))") }
    if let windows = element["windows"] {
      for (time, window) in windows.members {
        lines.append("window at \(time) \(text(window: window))")
      }
    }
    let rows = (element["occurrences"]?.elements ?? []).map { row in
      row.elements.reversed().compactMap(\.text).joined(separator: " ")
    }
    lines += rows.sorted().enumerated().map { "\($0) \($1)" }
    if element["kind"]?.text == "asNeeded" { lines.append(text(caps: element)) }
    for quota in element["quotas"]?.elements ?? [] {
      lines.append("quota " + texts(quota, "count", "per", "start", "end").joined(separator: " "))
    }
    for period in element["periods"]?.elements ?? [] {
      lines.append(
        "period " + texts(period, "from", "to", "length", "required").joined(separator: " "))
    }
    return lines
  }

  private static func texts(_ node: JSONNode, _ names: StaticString...) -> [String] {
    names.map { node[$0].map { $0.text ?? $0.source } ?? "-" }
  }

  private static func text(dose node: JSONNode) -> String {
    let unit = node["unit"]?.text ?? "-"
    if let value = node["value"]?.number { return "\(value) \(unit)" }
    return "\(node["low"]?.number ?? -1)-\(node["high"]?.number ?? -1) \(unit)"
  }

  private static func text(window node: JSONNode) -> String {
    let opens = node["opensBefore"]?.text.flatMap(ISODuration.init) ?? .zero
    let closes = node["closesAfter"]?.text.flatMap(ISODuration.init) ?? .zero
    let late = node["lateUntil"]?.text.flatMap(ISODuration.init)
    return text(.init(opensBefore: opens, closesAfter: closes, lateUntil: late))
  }

  private static func text(caps element: JSONNode) -> String {
    let caps = element["asNeeded"]
    func period(_ name: StaticString) -> ISODuration {
      caps?[name]?.text.flatMap(ISODuration.init) ?? .zero
    }
    return "caps \(caps?["maximum"]?.source ?? "0") \(period("per")) \(period("minGap"))"
      + " from \(element["start"]?.text ?? "-") to \(element["end"]?.text ?? "-")"
  }
}
