import AdherenceAnalytics
import AdherenceStatistics
import Foundation
import Scheduling
import TestSupport
import Testing

@testable import Charts

/// Fills as events along time.
@Suite struct FillsChartTests {
  private let start = CivilDate(dayNumber: 20_089)

  private func record(_ fills: [(day: Int, days: Double)], stays: [(Int, Int)] = []) -> RefillRecord
  {
    RefillRecord(
      patient: "ann", fills: fills.map { Fill(start.adding(days: $0.day), days: $0.days) },
      stays: stays.map { Stay(start.adding(days: $0.0)...start.adding(days: $0.1)) })
  }

  private func lane(
    _ record: RefillRecord, _ measure: RefillMeasure = .cma7, _ name: String = "ann",
    days: Int = 100
  ) -> FillLane {
    var query = RefillQuery()
    query.followUp.length = ISODuration(days: days)
    query.observation.length = ISODuration(days: days)
    let evaluator = RefillEvaluator(query)
    return FillLane(
      name: name, patient: record.patient, value: evaluator.value(of: measure, in: record),
      timeline: evaluator.timeline(of: measure, in: record))
  }

  /// Two fills of 30 days on days 0 and 20, and one on day 70 of 100.
  @Test func drawsSupplyCarryoverAndGaps() throws {
    let chart = ChartData.fills(
      [lane(record([(0, 30), (20, 30), (70, 20)]))], title: "Ann")
    chart.checkLaws()
    let day0 = Double(start.dayNumber)
    func spans(_ name: String) throws -> [[Double]] {
      try chart.points(name).map { [$0.x - day0, ($0.xEnd ?? 0) - day0] }
    }
    #expect(try spans("Supply of the last fill") == [[0, 20], [30, 60], [70, 90]])
    #expect(try spans("Carried over") == [[20, 30]])
    #expect(try spans("No supply") == [[60, 70], [90, 100]])
    #expect(try chart.points("Fill").map { $0.x - day0 } == [0, 20, 70])
    #expect(try chart.points("Fill").map(\.label) == ["30 days", "30 days", "20 days"])
    #expect(chart.y.categories == ["ann  80.0 %"])
    #expect(
      chart.summary == "3 fills; of 100 days that are measured 20 days are without supply, and on "
        + "10 days supply is carried over.")
    #expect(chart.bands.map(\.label) == ["Observation window"])
    #expect(chart.references.map { $0.at - day0 } == [0, 100])
    #expect(chart.note == nil && chart.reduction == nil)
  }

  /// Segments have dates and lengths, and the fills of a day have common fields.
  @Test func fieldsHaveTheDispensedSupply() throws {
    let first = Fill(start, days: 30, dose: 5, drug: "ramipril", drugClass: "ras")
    let fills = [
      first, Fill(start.adding(days: 50), days: 10, dose: 5, drugClass: "ras"),
      Fill(start.adding(days: 50), days: 20, dose: 5, drugClass: "statin"),
    ]
    let chart = ChartData.fills(
      [lane(RefillRecord(patient: "ann", fills: fills))], title: "Ann", sinceStart: true)
    #expect(chart.isSound)
    #expect(
      chart.fields.map(\.name) == [
        "patient", "class", "drug", "periodStart", "periodEnd", "days", "fills", "dose",
      ])
    let ann = ChartValue.text("ann")
    func values(_ name: String) throws -> [[ChartValue?]] { try chart.points(name).map(\.values) }
    #expect(
      try values("Fill") == [
        [
          ann, .text("ras"), .text("ramipril"), .date(start), nil, .number(30), .number(1),
          .number(5),
        ],
        [ann, nil, nil, .date(start.adding(days: 50)), nil, .number(30), .number(2), .number(5)],
      ])
    #expect(
      try values("No supply") == [
        [
          ann, nil, nil, .date(start.adding(days: 30)), .date(start.adding(days: 50)), .number(20),
          nil, nil,
        ],
        [
          ann, nil, nil, .date(start.adding(days: 80)), .date(start.adding(days: 100)),
          .number(20), nil, nil,
        ],
      ])
    #expect(try ChartData(json: chart.json()) == chart)
  }

  /// The gaps drawn within the band match the value.
  @Test func drawnGapsRestateTheLabel() throws {
    var random = Seeded(state: 7)
    for _ in 0..<60 {
      let fills = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        (
          day: Int.random(in: 0..<100, using: &random),
          days: Double.random(in: 1...40, using: &random)
        )
      }
      let lane = lane(record(fills))
      let chart = ChartData.fills([lane], title: "Ann")
      let band = try #require(chart.bands.first)
      let gaps = (chart.series("No supply")?.points ?? []).reduce(0.0) { sum, point in
        sum + max(0, min(point.xEnd ?? point.x, band.to) - max(point.x, band.from))
      }
      #expect(isClose(lane.value, 1 - gaps / (band.to - band.from)))
    }
  }

  @Test func hospitalStaysAreMarks() throws {
    let record = record([(0, 30)], stays: [(10, 14)])
    let counted = ChartData.fills([lane(record, .pdc)], title: "Ann")
    #expect(try counted.points("In hospital").map(\.label) == ["5 days"])
    #expect(counted.series("Admission, not counted") == nil)
    #expect(counted.summary.contains("5 days in hospital"))
    let other = ChartData.fills([lane(record)], title: "Ann")
    #expect(try other.points("Admission, not counted").map(\.label) == ["In hospital, 5 days"])
    #expect(other.series("In hospital") == nil)
  }

  /// Follow-ups that start together share an axis from 0; differing windows are not marked.
  @Test func rowsOfACohortBeginTogether() throws {
    let early = lane(record([(0, 30)]), .cma7, "ann")
    let late = lane(record([(50, 30), (90, 30)]), .cma7, "bob")
    let none = lane(record([]), .cma7, "cleo")
    let chart = ChartData.fills(
      [early, late, none], title: "Fills", sinceStart: true, of: 7, order: "with the lowest cma7")
    chart.checkLaws()
    #expect(chart.x.range == 0...100 && chart.x.scale == .number)
    #expect(chart.y.categories == ["ann  30.0 %", "bob  60.0 %", "cleo  –"])
    #expect(chart.bands.map(\.from) == [0] && chart.bands.map(\.to) == [100])
    #expect(chart.note == "3 of 7 rows are drawn, those with the lowest cma7.")
    let dates = ChartData.fills([early, late], title: "Fills")
    #expect(dates.bands.isEmpty && dates.references.isEmpty)
  }

  @Test func anEmptyChartSaysWhy() {
    for lanes in [[], [lane(record([]))]] {
      let chart = ChartData.fills(lanes, title: "Nobody")
      chart.checkLaws()
      #expect(chart.emptyReason == "Nothing was dispensed in the follow-up.")
    }
  }

  /// The number of points is bounded, regardless of the number of fills.
  @Test func manyFillsAreBounded() {
    let long = record((0..<10_000).map { ($0 * 9 % 36_000, $0 % 3 == 0 ? 2.5 : 7) })
    let one = ChartData.fills([lane(long, days: 36_500)], title: "Long")
    one.checkLaws()
    #expect(one.pointCount > 2_000 && one.reduction?.method == .latest)
    #expect(one.note?.hasPrefix("Only the part after 2") == true)
    let many = (0..<60).map { lane(record((0..<90).map { ($0, 1) }), .cma7, "P\($0)") }
    let chart = ChartData.fills(many, title: "Many")
    chart.checkLaws()
    #expect(chart.y.categories.count < 60)
    #expect(chart.note == "\(chart.y.categories.count) of 60 rows are drawn.")
  }

  /// Right-to-left names do not reorder the text beside them, and names are not parsed as markup.
  @Test func namesAreSafe() {
    let hostile = "<script>&\""
    let chart = ChartData.fills(
      [lane(record([(0, 30)]), .cma7, "סבתא"), lane(record([(0, 30)]), .cma7, hostile)],
      title: hostile)
    #expect(chart.y.categories[0].hasPrefix("\u{2068}סבתא\u{2069}  30.0"))
    #expect(!chart.svg().contains("<script"))
  }
}
