import AdherenceAnalytics
import Scheduling
import TestSupport
import Testing

@testable import Charts

/// The positions and texts of axis labels.
@Suite struct AxisTicksTests {
  private func labels(
    _ scale: ChartAxis.Scale, _ range: ClosedRange<Double>, length: Double, room: Double = 50
  ) -> [String] {
    AxisTicks.ticks(of: ChartAxis("", scale), range, length: length, room: room).map(\.label)
  }

  @Test func numbersAreRound() {
    #expect(labels(.number, 0...7, length: 200) == ["0", "2", "4", "6"])
    #expect(labels(.number, 0...1.2, length: 200) == ["0.0", "0.5", "1.0"])
    #expect(labels(.number, -20...20, length: 250) == ["−20", "−10", "0", "10", "20"])
    #expect(labels(.count, 0...20_000, length: 100) == ["0", "10,000", "20,000"])
    #expect(labels(.number, -2_000...0, length: 100) == ["−2,000", "−1,000", "0"])
  }

  @Test func sharesArePerCent() {
    #expect(labels(.share, 0...1, length: 200) == ["0 %", "25 %", "50 %", "75 %", "100 %"])
    #expect(labels(.share, 0.5...1, length: 300).first == "50 %")
  }

  @Test func timesGoOnAfterMidnight() {
    #expect(
      labels(.clock, 10_800...97_200, length: 200)
        == ["06:00", "12:00", "18:00", "24:00"])
  }

  @Test(
    arguments: [
      (-1, "23:59 −1 d"), (-86_400, "00:00 −1 d"), (0, "00:00"), (59.9, "00:00"),
      (95_400, "02:30 +1 d"), (1e300, "1e+300"), (.infinity, "inf"),
    ] as [(Double, String)])
  func anyNumberOfSecondsIsATimeOfDay(seconds: Double, time: String) {
    #expect(AxisTicks.time(seconds) == time)
  }

  @Test(arguments: [
    ("2025-03-03", 14, ["3 Mar 2025", "10 Mar", "17 Mar"]),
    ("2024-11-20", 120, ["Dec 2024", "Jan 2025", "Feb", "Mar"]),
    ("2019-05-01", 2000, ["2020", "2021", "2022", "2023", "2024"]),
  ])
  func datesAreThoseOfTheCalendar(from: String, days: Int, expected: [String]) throws {
    let day = Double(try #require(CivilDate(from)).dayNumber)
    #expect(labels(.day, day...day + Double(days), length: 300, room: 60) == expected)
  }

  @Test func categoriesAreOmittedIfThereAreMany() {
    let axis = ChartAxis("", .category, categories: (0..<100).map { "c\($0)" })
    let ticks = AxisTicks.ticks(of: axis, 0...100, length: 500, room: 50)
    #expect(ticks.map(\.label) == stride(from: 0, to: 100, by: 10).map { "c\($0)" })
  }

  /// Ranges of any length have labels, and never more than fit.
  @Test(arguments: ChartAxis.Scale.allCases) func fitsTheRoom(scale: ChartAxis.Scale) {
    for exponent in 0...40 {
      let length = 0.001 * Double(1 << (exponent / 2)) * (exponent % 2 == 0 ? 1 : 1.4)
      let axis = ChartAxis("", scale)
      let ticks = AxisTicks.ticks(of: axis, 0...length * 1000, length: 400, room: 50)
      #expect(ticks.count <= 10, "\(length)")
    }
  }

  @Test func anyNumberHasAText() {
    for (number, text) in [
      (1.7e308, "1.7e+308"), (-.infinity, "-inf"), (9e17, "9e+17"), (2.5, "2.50"),
    ] {
      #expect(AxisTicks.text(number, step: 0.01) == text)
    }
  }
}
