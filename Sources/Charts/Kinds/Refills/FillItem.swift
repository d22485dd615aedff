import AdherenceAnalytics
package import AdherenceStatistics

/// An item of a lane: an interval with or without supply, the fills of a day, or a stay.
struct FillItem {
  /// The start as a day number.
  var start: Double
  /// The end of an interval; `nil` for a mark.
  var end: Double?
  /// The length in days, or the days that fills supply.
  var days: Double
  /// The fills; empty for other items.
  private(set) var fills: [Fill] = []
  /// The lane.
  var lane: FillLane?

  init(start: Double, end: Double? = nil, days: Double) {
    (self.start, self.end, self.days) = (start, end, days)
  }

  /// Creates an item for the fills of one day; there must be at least one.
  init(of fills: [Fill]) {
    self.init(start: fills[0].date.position, days: fills.reduce(0) { $0 + $1.days })
    self.fills = fills
  }

  /// The patient, the dates (which an axis of days since the start does not show), and the fill.
  static var fields: PointFields<FillItem> {
    PointFields([
      .text("patient", \.lane?.patient), .text("class", \.drugClass), .text("drug", \.drug),
      .date("periodStart") { DayMoment($0.start)?.day },
      .date("periodEnd") { $0.end.flatMap { DayMoment($0)?.day } }, .number("days", \.days),
      .number("fills") { $0.fills.isEmpty ? nil : Double($0.fills.count) },
      .number("dose", \.dose),
    ])
  }

  /// The class of all fills, or of the lane.
  private var drugClass: String? { name(\.drugClass, else: lane?.drugClass) }

  /// The drug of all fills, or of the lane.
  private var drug: String? { name(\.drug, else: lane?.drug) }

  private func name(_ name: KeyPath<Fill, String?>, else other: String?) -> String? {
    fills.allSatisfy { $0[keyPath: name] == fills[0][keyPath: name] }
      ? fills.first?[keyPath: name] ?? other : nil
  }

  /// The dose of all fills.
  private var dose: Double? {
    fills.allSatisfy { $0.dose == fills[0].dose } ? fills.first?.dose : nil
  }
}

/// A lane of a chart of fills: a patient, or one drug or class of a patient.
package struct FillLane: Hashable, Sendable {
  /// The label.
  var name: String
  /// The patient's id, if known.
  var patient: String?
  /// The drug of the fills; `nil` for several or unknown drugs.
  var drug: String?
  /// The class of the fills; `nil` for several or unknown classes.
  var drugClass: String?
  /// The value of the measure.
  var value: Estimate<Double>
  /// The timeline of supply, as counted by the measure.
  var timeline: Estimate<SupplyTimeline>

  package init(
    name: String, patient: String? = nil, drug: String? = nil, drugClass: String? = nil,
    value: Estimate<Double>, timeline: Estimate<SupplyTimeline>
  ) {
    (self.name, self.patient, self.drug, self.drugClass) = (name, patient, drug, drugClass)
    self.value = value
    self.timeline = timeline
  }

  /// The name with the value, or a dash if it is missing.
  var label: String {
    let value = value.value.map(ChartText.percent) ?? "–"
    return name.isEmpty ? value : "\(name.isolated)  \(value)"
  }

  /// Returns the day from which time since the start counts.
  func origin(sinceStart: Bool) -> Double {
    sinceStart ? timeline.value?.windows.followUp.lowerBound.position ?? 0 : 0
  }
}
