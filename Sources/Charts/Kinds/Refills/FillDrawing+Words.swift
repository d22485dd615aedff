import AdherenceAnalytics
import AdherenceStatistics

extension FillDrawing {
  /// How much is supplied of what is measured.
  static func summary(of lanes: [FillLane]) -> String {
    let timelines = lanes.compactMap(\.timeline.value)
    guard !timelines.isEmpty else { return "Nothing was dispensed in the follow-up." }
    func days(_ state: SupplyState) -> String {
      ChartText.days(timelines.reduce(0) { $0 + $1.days(state) })
    }
    let rows = lanes.count == 1 ? "" : "\(lanes.count) rows with "
    let fills = timelines.reduce(0) { $0 + $1.fills.count }.counted("fill")
    let away = timelines.contains { $0.days(.away) > 0 } ? ", \(days(.away)) in hospital" : ""
    let measured = timelines.reduce(0.0) { sum, timeline in
      sum + (timeline.measured.map { $0.upperBound - $0.lowerBound } ?? 0)
    }
    return
      "\(rows)\(fills); of \(ChartText.days(measured)) that are measured \(days(.gap)) are without "
      + "supply, and on \(days(.carriedOver)) supply is carried over\(away)."
  }
}

extension SupplyState {
  /// What a legend says.
  var name: String {
    switch self {
    case .supplied: "Supply of the last fill"
    case .carriedOver: "Carried over"
    case .gap: "No supply"
    case .away: "In hospital"
    }
  }
}

extension [Fill] {
  /// What was dispensed on a day, in words.
  var words: String {
    if count == 1 { return self[0].words }
    return "\(count) fills, \(ChartText.days(reduce(0) { $0 + $1.days }))"
  }
}

extension Fill {
  /// What was dispensed, in words.
  fileprivate var words: String {
    let dose = dose.map { "dose \(ChartText.number($0))" }
    return [ChartText.days(days), dose, (drug ?? drugClass)?.isolated].compactMap(\.self)
      .joined(separator: ", ")
  }
}

extension ChartText {
  /// So many days.
  static func days(_ days: Double) -> String { number(days) + (days == 1 ? " day" : " days") }
}
