import AdherenceAnalytics

/// A stretch of supply or without it, the fills of a day, or a stay: something on the row of a lane.
struct FillItem {
  /// Where it begins, as a day number.
  var start: Double
  /// Where a stretch ends; `nil` of a mark.
  var end: Double?
  /// The days that it lasts, or that fills supply.
  var days: Double
  /// What was dispensed; empty of anything else.
  private(set) var fills: [Fill] = []
  /// Whose it is.
  var lane: FillLane?

  init(start: Double, end: Double? = nil, days: Double) {
    (self.start, self.end, self.days) = (start, end, days)
  }

  /// The fills of one day, of which there is one at least.
  init(of fills: [Fill]) {
    self.init(start: fills[0].date.position, days: fills.reduce(0) { $0 + $1.days })
    self.fills = fills
  }

  /// Whose it is, the date that an axis of days since the start does not say, and what was dispensed.
  static var fields: PointFields<FillItem> {
    PointFields([
      .text("patient", \.lane?.patient), .text("class", \.drugClass), .text("drug", \.drug),
      .date("date") { DayMoment($0.start)?.day }, .number("days", \.days),
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
