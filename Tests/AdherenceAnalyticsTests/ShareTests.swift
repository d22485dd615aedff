import AdherenceAnalytics
import Testing

@Suite struct ShareTests {
  @Test(
    arguments: [
      ("0.8", Share(4, of: 5)), ("80%", Share(4, of: 5)), ("8/10", Share(4, of: 5)),
      ("0", Share(0, of: 1)),
      ("1", Share(1, of: 1)), ("85.5%", Share(171, of: 200)), ("1.1", nil), ("5/4", nil),
      ("-1", nil), ("", nil), (".", nil), ("%", nil), ("1/0", nil), ("0.", nil), ("1e3", nil),
      ("99999999999999999999", nil), ("0.00000000000000000001", nil),
    ] as [(String, Share?)]) func sharesAsText(_ text: String, _ share: Share?)
  {
    #expect(Share(text) == share)
  }

  @Test func sharesInPercent() {
    #expect(Share(4, of: 5).percentText == "80")
    #expect(Share(855, of: 1000).percentText == "85.5")
  }
}
