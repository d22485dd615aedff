import Scheduling
import Testing

@Suite struct ISODurationTests {
  struct Example: CustomTestStringConvertible, Sendable {
    var text: String
    var period: ISODuration
    /// The text that it is written as, if different.
    var printed: String?

    init(_ text: String, _ period: ISODuration, printed: String? = nil) {
      self.text = text
      self.period = period
      self.printed = printed
    }

    var testDescription: String { text }
  }

  static let examples = [
    Example("P1M", ISODuration(months: 1)),
    Example("P1DT12H", ISODuration(days: 1, seconds: 43_200)),
    Example("P1D", ISODuration(days: 1)),
    Example("P2W", ISODuration(days: 14)),
    Example("P14D", ISODuration(days: 14), printed: "P2W"),
    Example("P1Y", ISODuration(months: 12)),
    Example("P18M", ISODuration(months: 18), printed: "P1Y6M"),
    Example("P1Y2M3W4D", ISODuration(months: 14, days: 25), printed: "P1Y2M25D"),
    Example("P1M7D", ISODuration(months: 1, days: 7)),
    Example("PT8H", ISODuration(seconds: 28_800)),
    Example("PT90M", ISODuration(seconds: 5400), printed: "PT1H30M"),
    Example("PT36H", ISODuration(seconds: 129_600)),
    Example("PT1S", ISODuration(seconds: 1)),
    Example("P7DT1S", ISODuration(days: 7, seconds: 1)),
    Example("PT0S", .zero),
    Example("P0D", .zero, printed: "PT0S"),
    Example("P10000Y", ISODuration(months: 120_000)),
  ]

  @Test(arguments: examples) func textsReadAndPrint(_ example: Example) {
    #expect(ISODuration(example.text) == example.period)
    #expect(example.period.description == example.printed ?? example.text)
    #expect(ISODuration(example.period.description) == example.period)
  }

  @Test(arguments: [
    "", "P", "PT", "T1H", "1D", "P1", "P1H", "PT1D", "P-1D", "-P1D", "+P1D", "P1DT", "P1D1W",
    "P1D2D", "PT1S1M", "P1.5D", "PT0,5H", "p1d", "P 1D", "P1D ", "P1DT1H1D", "PD", "P10001Y",
    "P120001M", "P3660001D", "PT400000000001S", "P999999999999Y", "P1000000000000D",
    "P99999999999999999999999999D", "PT9223372036854775807S",
  ])
  func textsThatAreNoPeriods(_ text: String) {
    #expect(ISODuration(text) == nil)
  }

  @Test func kinds() {
    #expect(ISODuration.zero.isZero)
    #expect(!ISODuration(seconds: 1).isZero)
    #expect(ISODuration(days: 1).isCivil)
    #expect(ISODuration(months: 1, seconds: 1).isCivil)
    #expect(!ISODuration(seconds: 86_400).isCivil)
  }

  @Test func negativePartsTrap() async {
    await #expect(processExitsWith: .failure) { _ = ISODuration(days: -1) }
    await #expect(processExitsWith: .failure) { _ = ISODuration(seconds: .max) }
  }
}
