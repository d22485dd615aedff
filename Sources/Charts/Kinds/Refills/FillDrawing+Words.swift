import AdherenceAnalytics
import AdherenceStatistics

extension FillDrawing {
  /// Returns the supplied part of the measured days as text.
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
  /// The legend text.
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
  /// The fills of a day as text.
  var words: String {
    if count == 1 { return self[0].words }
    return "\(count) fills, \(ChartText.days(reduce(0) { $0 + $1.days }))"
  }
}

extension Fill {
  /// The fill as text.
  fileprivate var words: String {
    let dose = dose.map { "dose \(ChartText.number($0))" }
    return [ChartText.days(days), dose, (drug ?? drugClass)?.isolated].compactMap(\.self)
      .joined(separator: ", ")
  }
}

extension ChartText {
  /// Formats a number of days.
  static func days(_ days: Double) -> String { number(days) + (days == 1 ? " day" : " days") }
}
